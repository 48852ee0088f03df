using System.Reflection;
using System.Reflection.Emit;
using NetSerializer.Emit;
using NUnit.Framework;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit;

/// <summary>
/// A method that counts a level of depth gives it back on every way out: one that is kept makes shallow data too deep, or lets deep data pass the
/// guard at zero. <see cref="ModelCodeTests"/> asks it of many models.
/// </summary>
internal sealed class DepthBalanceTests
{
    [Test]
    public void Recursive_types_do_count() =>
        Assert.That(GeneratedCode.Of(typeof(Tree)).Count(method => method.Instructions.Any(step => Change(step) != 0)), Is.GreaterThanOrEqualTo(4));

    /// <summary>The levels that are kept where the method ends, one for each way there that keeps another number.</summary>
    internal static HashSet<int> LevelsAtReturn(GeneratedMethod method)
    {
        Dictionary<Label, int> places = [];
        for (int i = 0; i < method.Instructions.Count; i++)
        {
            if (method.Instructions[i] is { Kind: InstructionKind.Mark, Operand: Label marked })
            {
                places.Add(marked, i);
            }
        }
        HashSet<int> found = [];
        HashSet<(int At, int Level)> seen = [];
        Stack<(int At, int Level)> pending = new([(0, 0)]);
        while (pending.TryPop(out (int At, int Level) way))
        {
            (int at, int level) = way;
            if (!seen.Add(way))
            {
                continue;
            }
            Instruction step = method.Instructions[at];
            if (step.Code == OpCodes.Ret)
            {
                found.Add(level);
                continue;
            }
            IEnumerable<Label> targets = step switch
            {
                { Kind: InstructionKind.Op, Operand: Label label } => [label],
                { Kind: InstructionKind.Op, Operand: IReadOnlyList<Label> labels } => labels,
                _ => [],
            };
            foreach (Label target in targets)
            {
                pending.Push((places[target], level));
            }
            if (step.Code != OpCodes.Br)
            {
                pending.Push((at + 1, level + (step.Operand is FieldInfo ? ChangeAt(method, at) : 0)));
            }
        }
        return found;
    }

    // ldfld DepthCredit, ldc.i4 change, add, stfld DepthCredit
    private static int ChangeAt(GeneratedMethod method, int at) =>
        Change(method.Instructions[at]) != 0 ? (int)method.Instructions[at - 2].Operand! : 0;

    private static int Change(Instruction step) =>
        step.Code == OpCodes.Stfld && (Equals(step.Operand, KnownMembers.WriterDepthCredit) || Equals(step.Operand, KnownMembers.ReaderDepthCredit)) ? 1 : 0;
}
