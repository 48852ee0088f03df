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
