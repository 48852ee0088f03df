using NetSerializer.Graph;

namespace NetSerializer.Wire;

// Where objects are numbered.
internal sealed partial class ObjectDispatch
{
    /// <summary>Whether values may be expected to need the list of their objects, by the kind of the root: see <see cref="TopAddresses"/>.</summary>
    public LearnedNeed?[] ListNeeds { get; }

    /// <summary>As <see cref="ListNeeds"/>, whether objects may be expected that do not lie in the order in which they appear.</summary>
    public LearnedNeed?[] MarkNeeds { get; }

    /// <summary>As <see cref="ListNeeds"/>, whether values may be expected that cannot be written without numbers.</summary>
    public LearnedNeed?[] NumberNeeds { get; }
}
