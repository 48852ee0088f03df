using System.Data;
using System.Globalization;
using System.Numerics;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5i: tables and sets of tables.</summary>
internal static class DataForms
{
    private const int MostParts = 1024, MostColumns = 32;

    private static readonly Dictionary<byte, Type> s_types = DataParts.Kinds.ToDictionary(pair => pair.Value, pair => pair.Key);

    public static DataTable ReadTable(OracleInput input)
    {
        (Func<DataTable> make, Action<DataTable> fill, _) = ReadInto(input, null);
        DataTable table = make();
        Attempt(input, () => fill(table));
        return table;
    }

    public static DataSet ReadSet(OracleInput input)
    {
        var set = new DataSet { EnforceConstraints = false };
        string name = Strings.ReadNotNull(input), space = Strings.ReadNotNull(input);
        bool caseSensitive = Flag(input), enforced = Flag(input);
        CultureInfo locale = ReadLocale(input, null);
        var properties = ReadProperties(input);
        (Func<DataTable> Make, Action<DataTable> Fill, int Columns)[] tables = ReadParts(input, 8, MostParts, () => ReadInto(input, locale));
        DataColumn[] Columns((int Table, int[] Columns) end) => [.. end.Columns.Select(i => set.Tables[end.Table].Columns[i])];
        (int, int[]) ReadEnd()
        {
            int table = (int)Varints.Read(input, 32);
            if ((uint)table >= (uint)tables.Length)
                throw FrameworkForms.Invalid(input);
            return (table, ReadOrdinals(input, tables[table].Columns));
        }
        byte ReadChoice(int last) => FrameworkForms.Next(input) is var choice && choice <= last ? choice : throw FrameworkForms.Invalid(input);
        var keys = ReadParts(input, 11, MostParts, () =>
            (Name: Strings.ReadNotNull(input), Child: ReadEnd(), Parent: ReadEnd(), Update: (Rule)ReadChoice(3), Delete: (Rule)ReadChoice(3),
                AcceptReject: (AcceptRejectRule)ReadChoice(1), Properties: ReadProperties(input)));
        var relations = ReadParts(input, 9, MostParts, () =>
            (Name: Strings.ReadNotNull(input), Child: ReadEnd(), Parent: ReadEnd(), IsNested: Flag(input), Properties: ReadProperties(input)));
        Attempt(input, () =>
        {
            (set.DataSetName, set.Namespace, set.CaseSensitive, set.Locale) = (name, space, caseSensitive, locale);
            RequireSame(set.DataSetName + set.Namespace, name + space);
            Add(set.ExtendedProperties, properties);
            foreach ((Func<DataTable> make, Action<DataTable> fill, _) in tables)
            {
                DataTable table = make();
                set.Tables.Add(table);
                fill(table);
            }

            foreach (var key in keys)
            {
                ConstraintCollection parents = set.Tables[key.Parent.Item1].Constraints;
                int unique = parents.OfType<UniqueConstraint>().Count();
                var added = new ForeignKeyConstraint(key.Name, Columns(key.Parent), Columns(key.Child))
                { UpdateRule = key.Update, DeleteRule = key.Delete, AcceptRejectRule = key.AcceptReject };
                set.Tables[key.Child.Item1].Constraints.Add(added);
                RequireSame(added.ConstraintName, key.Name);
                Add(added.ExtendedProperties, key.Properties);
                RequireSame($"{parents.OfType<UniqueConstraint>().Count()}", $"{unique}");
            }

            foreach (var relation in relations)
            {
                var made = new DataRelation(relation.Name, Columns(relation.Parent), Columns(relation.Child), false);
                set.Relations.Add(made);
                RequireSame(made.RelationName, relation.Name);
                made.Nested = relation.IsNested;
                Add(made.ExtendedProperties, relation.Properties);
            }

            set.EnforceConstraints = enforced;
        });
        return set;
    }

    // What follows is not made before it is read, so what it is made of waits.
    private static (Func<DataTable> Make, Action<DataTable> Fill, int Columns) ReadInto(OracleInput input, CultureInfo? inherited)
    {
        string name = Strings.ReadNotNull(input), space = Strings.ReadNotNull(input);
        bool caseSensitive = Flag(input);
        CultureInfo locale = ReadLocale(input, inherited);
        var properties = ReadProperties(input);
        var columns = ReadParts(input, 11, int.MaxValue, () => ReadColumn(input));
        var keys = ReadParts(input, 5, MostParts, () =>
            (Name: Strings.ReadNotNull(input), IsPrimary: Flag(input), Columns: ReadOrdinals(input, columns.Length), Properties: ReadProperties(input)));
        var rows = ReadParts(input, 1 + columns.Length, int.MaxValue, () => ReadRow(input, [.. columns.Select(column => (column.Type, column.Kind))]));
        // A name that the comparisons of the framework ignore is given to a new table, or never.
        return (() => new DataTable(name, space), Fill, columns.Length);
        void Fill(DataTable table)
        {
            table.CaseSensitive = caseSensitive;
            RequireSame(table.TableName + table.Namespace, name + space);
            table.Locale = locale;
            Add(table.ExtendedProperties, properties);
            foreach (var column in columns)
                column.AddTo(table);
            table.BeginLoadData();
            foreach (Action<DataTable> row in rows)
                row(table);
            foreach (var key in keys)
            {
                var added = new UniqueConstraint(key.Name, [.. key.Columns.Select(i => table.Columns[i])], key.IsPrimary);
                table.Constraints.Add(added);
                RequireSame(added.ConstraintName, key.Name);
                Add(added.ExtendedProperties, key.Properties);
            }
            foreach (var column in columns)
                column.Finish(table);
            table.EndLoadData();
        }
    }

    private static (Type Type, DateTimeKind? Kind, Action<DataTable> AddTo, Action<DataTable> Finish) ReadColumn(OracleInput input)
    {
        string name = Strings.ReadNotNull(input), space = Strings.ReadNotNull(input);
        Type type = s_types.TryGetValue(FrameworkForms.Next(input), out Type? known) ? known : throw FrameworkForms.Invalid(input);
        byte flags = FrameworkForms.Next(input);
        string? caption = Strings.Read(input);
        if (name.Length == 0 || flags > 7 || caption == name)
            throw FrameworkForms.Invalid(input);
        ulong length = Varints.Read(input, 32);
        byte mapping = FrameworkForms.Next(input), mode = FrameworkForms.Next(input);
        bool isCounter = flags >= 4;
        if (length > (type == typeof(string) ? 1ul << 31 : 0) || mapping is 0 or > 4 || (type == typeof(DateTime) ? mode is 0 or > 4 : mode != 0))
            throw FrameworkForms.Invalid(input);
        long seed = isCounter ? Varints.ReadZigZag(input, 64) : 0, step = isCounter ? Varints.ReadZigZag(input, 64) : 1;
        if (step == 0 || (isCounter && type != typeof(short) && type != typeof(int) && type != typeof(long) && type != typeof(decimal)
            && type != typeof(BigInteger)))
            throw FrameworkForms.Invalid(input);
        object? first = isCounter ? null : ReadCell(input, type);
        var properties = ReadProperties(input);
        void AddTo(DataTable table)
        {
            DataColumn column = table.Columns.Add(name, type);
            (column.Namespace, column.ColumnMapping, column.Caption) = (space, (MappingType)mapping, caption ?? name);
            if (type == typeof(string))
                column.MaxLength = (int)length - 1;
            if (mode > 0)
                column.DateTimeMode = (DataSetDateTime)mode;
            if (isCounter)
                (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (true, seed, step);
            else
                column.DefaultValue = first ?? DBNull.Value;
            Add(column.ExtendedProperties, properties);
        }

        void Finish(DataTable table)
        {
            DataColumn column = table.Columns[name]!;
            (column.AllowDBNull, column.ReadOnly) = ((flags & 1) != 0, (flags & 2) != 0);
        }

        DateTimeKind? kind = type != typeof(DateTime)
            ? null : mode == (byte)DataSetDateTime.Utc ? DateTimeKind.Utc : mode == (byte)DataSetDateTime.Local ? DateTimeKind.Local : DateTimeKind.Unspecified;
        return (type, kind, AddTo, Finish);
    }

    private static Action<DataTable> ReadRow(OracleInput input, (Type Type, DateTimeKind? Kind)[] columns)
    {
        byte form = FrameworkForms.Next(input);
        var state = (DataRowState)(form & ~32);
        object?[]? ReadVersion(bool isThere) =>
            isThere ? [.. columns.Select(column =>
                ReadCell(input, column.Type) is var cell && cell is DateTime time && column.Kind is { } kind && time.Kind != kind
                ? throw FrameworkForms.Invalid(input) : cell ?? DBNull.Value)] : null;
        if (state is not (DataRowState.Unchanged or DataRowState.Added or DataRowState.Deleted or DataRowState.Modified))
            throw FrameworkForms.Invalid(input);
        object?[]? original = ReadVersion(state != DataRowState.Added), current = ReadVersion(state is DataRowState.Added or DataRowState.Modified);
        string error = "";
        (int Column, string Text)[] errors = [];
        if ((form & 32) != 0)
        {
            error = Strings.ReadNotNull(input);
            int last = -1;
            errors = ReadParts(input, 2, int.MaxValue, () =>
            {
                (int Column, string Text) one = ((int)Varints.Read(input, 32), Strings.ReadNotNull(input));
                if ((uint)one.Column >= (uint)columns.Length || one.Text.Length == 0 || one.Column <= last)
                    throw FrameworkForms.Invalid(input);
                last = one.Column;
                return one;
            });
            if (error.Length == 0 && errors.Length == 0)
                throw FrameworkForms.Invalid(input);
        }

        return table =>
        {
            DataRow row = table.Rows.Add((original ?? current)!);
            if (state != DataRowState.Added)
                row.AcceptChanges();
            if (state == DataRowState.Modified)
            {
                row.SetModified();
                row.ItemArray = current!;
            }

            row.RowError = error;
            foreach ((int column, string text) in errors)
                row.SetColumnError(column, text);
            if (state == DataRowState.Deleted)
                row.Delete();
        };
    }

    private static object? ReadCell(OracleInput input, Type column)
    {
        byte kind = FrameworkForms.Next(input);
        if (kind == 0)
            return null;
        Type type = column != typeof(object) ? kind == 1
            ? column : throw FrameworkForms.Invalid(input)
            : s_types.TryGetValue(kind, out Type? known) && known != typeof(object) ? known : throw FrameworkForms.Invalid(input);
        return type == typeof(byte[]) ? FrameworkForms.ReadBytes(input)
            : type == typeof(char[]) ? Strings.ReadNotNull(input).ToCharArray()
            : type == typeof(Uri) || type == typeof(BigInteger) ? FrameworkForms.Read(input, type)
            : IntegerType.Of(type) is { } integer ? ReadInteger(input, integer, type)
            : ScalarBytes.Read(input, type);
    }

    // As WireReader has them: varints, whatever the model's option.
    private static object ReadInteger(OracleInput input, IntegerType integer, Type type)
    {
        int start = input.Position;
        return integer.FromBits(input, integer.Signed ? (ulong)Varints.ReadZigZag(input, integer.Width * 8) : Varints.Read(input, integer.Width * 8), type,
            start);
    }

    private static CultureInfo ReadLocale(OracleInput input, CultureInfo? inherited)
    {
        if (inherited is not null && !Flag(input))
            return inherited;
        var locale = (CultureInfo)FrameworkForms.Read(input, typeof(CultureInfo));
        return locale.Equals(inherited) ? throw FrameworkForms.Invalid(input) : locale;
    }

    private static (string Name, string Text)[] ReadProperties(OracleInput input)
    {
        string? last = null;
        return ReadParts(input, 2, int.MaxValue, () =>
        {
            string name = Strings.ReadNotNull(input);
            if (last is not null && string.CompareOrdinal(last, name) >= 0)
                throw FrameworkForms.Invalid(input);
            last = name;
            return (name, Strings.ReadNotNull(input));
        });
    }

    private static int[] ReadOrdinals(OracleInput input, int columns) =>
        ReadParts(input, 1, MostColumns, () =>
            Varints.Read(input, 32) is var ordinal && ordinal < (ulong)columns ? (int)ordinal : throw FrameworkForms.Invalid(input));

    private static T[] ReadParts<T>(OracleInput input, int smallest, int most, Func<T> read)
    {
        int start = input.Position;
        int count = Varints.CheckLength(input, Varints.Read(input, 32), start);
        input.RequireRest((long)count * smallest, start);
        if (count > most || (most == MostColumns && count == 0))
            throw FrameworkForms.Invalid(input);
        return [.. Enumerable.Range(0, count).Select(_ => read())];
    }

    private static void Add(PropertyCollection collection, (string Name, string Text)[] properties)
    {
        foreach ((string name, string text) in properties)
            collection.Add(name, text);
    }

    private static bool Flag(OracleInput input)
    {
        FrameworkForms.Flag(input, out bool flag);
        return flag;
    }

    // The framework gives names of its own to what has none, or one that it takes for none, and a key to what refers to none.
    private static void RequireSame(string actual, string expected)
    {
        if (actual != expected)
            throw new ArgumentException($"{expected} became {actual}.");
    }

    private static void Attempt(OracleInput input, Action make)
    {
        try
        {
            make();
        }
        catch (Exception failure) when (failure is not OracleRejection)
        {
            throw FrameworkForms.Invalid(input);
        }
    }
}
