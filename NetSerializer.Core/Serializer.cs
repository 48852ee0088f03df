namespace NetSerializer;
