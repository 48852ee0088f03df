using System.Reflection;
using NetSerializer.Errors;

namespace NetSerializer.Emit;

/// <summary>Somewhere a value can be taken from or put into, together with the C# that names it.</summary>
internal abstract class Place(BodyWriter il, Type type, string text)
{
    public Type Type { get; } = type;

    public string Text { get; } = text;

    protected BodyWriter Il { get; } = il;

    /// <summary>Pushes the value.</summary>
    public abstract void Load();

    /// <summary>Pushes the address of the value.</summary>
    public abstract void LoadAddress();

    /// <summary>Stores what <paramref name="loadValue"/> pushes.</summary>
    public abstract void Store(Action loadValue);

    /// <summary>A fresh object or array element: null and zero are there already.</summary>
    public virtual bool IsFresh => false;

    public Place Field(FieldInfo field) => new FieldPlace(Il, this, field);

    /// <summary>A local variable.</summary>
    public static Place Of(BodyWriter il, Local local) => new LocalPlace(il, local);

    /// <summary>An argument that holds the value itself.</summary>
    public static Place Of(BodyWriter il, Argument argument) => new ArgumentPlace(il, argument);

    /// <summary>What a ref argument or local refers to.</summary>
    public static Place At(BodyWriter il, Type type, string text, Action loadAddress, bool isFresh = false) =>
        new IndirectPlace(il, type, text, loadAddress, isFresh);

    private sealed class LocalPlace(BodyWriter il, Local local) : Place(il, local.Type, local.Name)
    {
        public override void Load() => Il.Load(local);

        public override void LoadAddress() => Il.LoadAddress(local);

        public override void Store(Action loadValue)
        {
            loadValue();
            Il.Store(local);
        }
    }

    private sealed class ArgumentPlace(BodyWriter il, Argument argument) : Place(il, argument.Type, argument.Name)
    {
        public override void Load() => Il.Load(argument);

        public override void LoadAddress() => Il.LoadAddress(argument);

        public override void Store(Action loadValue)
        {
            loadValue();
            Il.Store(argument);
        }

        // An object that is filled was made for it.
        public override bool IsFresh => true;
    }

    private sealed class IndirectPlace(BodyWriter il, Type type, string text, Action loadAddress, bool isFresh) : Place(il, type, text)
    {
        public override void Load()
        {
            loadAddress();
            Il.LoadIndirect(Type);
        }

        public override void LoadAddress() => loadAddress();

        public override void Store(Action loadValue)
        {
            loadAddress();
            loadValue();
            Il.StoreIndirect(Type);
        }

        public override bool IsFresh => isFresh;
    }

    private sealed class FieldPlace(BodyWriter il, Place owner, FieldInfo field) : Place(il, field.FieldType, $"{owner.Text}.{TypeNames.Member(field.Name)}")
    {
        public override void Load()
        {
            LoadOwner();
            Il.LoadField(field);
        }

        public override void LoadAddress()
        {
            LoadOwner();
            Il.LoadFieldAddress(field);
        }

        public override void Store(Action loadValue)
        {
            LoadOwner();
            loadValue();
            Il.StoreField(field);
        }

        public override bool IsFresh => owner.IsFresh;

        private void LoadOwner()
        {
            if (owner.Type.IsValueType)
            {
                owner.LoadAddress();
            }
            else
            {
                owner.Load();
            }
        }
    }
}
