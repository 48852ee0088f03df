namespace NetSerializer;

/// <summary>
/// The name that a type or a member had in data of an earlier version, for readers that resolve their schema (<see cref="TypeModel.ReaderFor"/>). It
/// changes neither the bytes nor the fingerprint.
/// </summary>
/// <param name="name">
/// Of a member the name alone; of a type the full name, or the name alone where the namespace is the same, without type arguments.
/// </param>
/// <remarks>
/// On a property it stands for its backing field, and <paramref name="name"/> is that of a former property or field. A field that takes the place of a
/// property names the field behind it: <c>[FormerlyNamed("&lt;Total&gt;k__BackingField")]</c>.
/// </remarks>
/// <example><code>
/// [Serializable, FormerlyNamed("Shop.Customer")]
/// class Client { [FormerlyNamed("Surname")] public string LastName { get; set; } }
/// </code></example>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Field | AttributeTargets.Property,
    AllowMultiple = true, Inherited = false)]
public sealed class FormerlyNamedAttribute(string name) : Attribute
{
    /// <summary>The former name.</summary>
    public string Name { get; } = name;
}
