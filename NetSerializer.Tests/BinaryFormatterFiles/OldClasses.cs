using System.Runtime.Serialization;

#pragma warning disable CS0169, CS0414, CS0649 // Their fields are for BinaryFormatter and for readers alone.

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Classes as they were when their files were written.</summary>
internal static class Old
{
    [Serializable]
    public class Document
    {
        protected string _title = "t";
        private int _secret = 7;
    }

    [Serializable]
    public sealed class Invoice : Document
    {
        public int Number = 5;
        public int Pages = 3;
        public DayOfWeek Day = DayOfWeek.Friday;
        public string Removed = "gone";
        public Line[] Lines = [new Line { Price = 1.5 }, new Line { Price = 2.5 }];
        public List<Line> More = [new Line { Price = 3 }];
        public Line[,] Grid = { { new Line { Price = 4 } } };
        public Line[][] Rows = [[new Line { Price = 5 }]];
        public Stranger? Unknown = new();
        private int _secret = 8;
    }

    [Serializable]
    public sealed class Line
    {
        public double Price;
    }

    [Serializable]
    public sealed class Stranger;

    public enum Demand
    {
        Assert = 3,
    }

    /// <summary>Is written as the class that .NET Framework wrote in the place of a type, or of another object of which there is one.</summary>
    [Serializable]
    public sealed class HeldType(string? name, int kind = 4) : ISerializable
    {
        private const string Mscorlib = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            (info.AssemblyName, info.FullTypeName) = (Mscorlib, "System.UnitySerializationHolder");
            info.AddValue("Data", name);
            info.AddValue("UnityType", kind);
            info.AddValue("AssemblyName", Mscorlib);
        }
    }
}

/// <summary>The same classes today.</summary>
internal static class Today
{
    [Serializable]
    public class Document
    {
        protected string? _title;
        private int _secret;

        public string? Title => _title;

        public int BaseSecret => _secret;
    }

    [Serializable]
    public sealed class Invoice : Document
    {
        public int Number;
        public long Pages;
        public DayOfWeek Day;
        public Line[]? Lines;
        public List<Line>? More;
        public Line[,]? Grid;
        public Line[][]? Rows;
        private int _secret;
        [OptionalField]
        public string? Added;
        [OptionalField]
        public List<string>? Tags;

        public int Secret => _secret;

        [OnDeserializing]
        private void Prepare(StreamingContext context) => (Added, Tags) = ("added", ["tag"]);
    }

    [Serializable]
    public sealed class Line
    {
        public double Price;
    }

    [Serializable]
    public sealed class Strict
    {
        public int Number, Other;
    }
}
