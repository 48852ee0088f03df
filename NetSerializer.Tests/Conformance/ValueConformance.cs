using System.Data;
using System.Data.SqlTypes;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.VisualBasic.CompilerServices;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Conformance;

/// <summary>The values of docs/wire-format.md, section 5h.</summary>
internal abstract class ValueConformance<T>(WireVariant variant) : FamilyConformance<T>(variant)
{
    protected override string GoldenName => $"value-{typeof(T).Name.Split('`')[0]}".ToLowerInvariant();

    protected override IEnumerable<Sample<T>> Samples => FrameworkSamples.Of(typeof(T)).Select((value, i) => new Sample<T>($"{i}", (T)value));
}

internal sealed class UriConformance(WireVariant variant) : ValueConformance<Uri>(variant);

internal sealed class VersionConformance(WireVariant variant) : ValueConformance<Version>(variant);

internal sealed class CultureConformance(WireVariant variant) : ValueConformance<CultureInfo>(variant)
{
    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IFormatProvider>>("behind its interface", new MemberOf<IFormatProvider> { Value = CultureInfo.GetCultureInfo("de-AT") })];
}

internal sealed class TimeZoneConformance(WireVariant variant) : ValueConformance<TimeZoneInfo>(variant);

internal sealed class StringBuilderConformance(WireVariant variant) : ValueConformance<StringBuilder>(variant);

internal sealed class BigIntegerConformance(WireVariant variant) : ValueConformance<BigInteger>(variant);

internal sealed class RuneConformance(WireVariant variant) : ValueConformance<Rune>(variant);

internal sealed class IPAddressConformance(WireVariant variant) : ValueConformance<IPAddress>(variant);

internal sealed class IPEndPointConformance(WireVariant variant) : ValueConformance<IPEndPoint>(variant)
{
    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<EndPoint>>("behind its base class", new MemberOf<EndPoint> { Value = new IPEndPoint(IPAddress.Loopback, 80) })];
}

internal sealed class PhysicalAddressConformance(WireVariant variant) : ValueConformance<PhysicalAddress>(variant);

internal sealed class TypeConformance(WireVariant variant) : ValueConformance<Type>(variant);

internal sealed class ColorConformance(WireVariant variant) : ValueConformance<Color>(variant);

internal sealed class XElementConformance(WireVariant variant) : ValueConformance<XElement>(variant)
{
    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<MemberOf<XNode>>("behind a base class", new MemberOf<XNode> { Value = XElement.Parse("<a>b</a>") }),
        new Root<MemberOf<XObject>>("behind the base of all", new MemberOf<XObject> { Value = XElement.Parse("<a>b</a>") }),
    ];
}

internal sealed class XDocumentConformance(WireVariant variant) : ValueConformance<XDocument>(variant)
{
    protected override IEnumerable<Root> MoreRoots => [new Root<List<XContainer>>("behind a base class", [XDocument.Parse("<a/>"), XElement.Parse("<b/>")])];
}

internal sealed class DBNullConformance(WireVariant variant) : ValueConformance<DBNull>(variant);

internal sealed class StaticLocalConformance(WireVariant variant) : ValueConformance<StaticLocalInitFlag>(variant);

internal sealed class EncodingConformance(WireVariant variant) : ValueConformance<Encoding>(variant);

internal sealed class DataTableConformance(WireVariant variant) : ValueConformance<DataTable>(variant);

internal sealed class DataSetConformance(WireVariant variant) : ValueConformance<DataSet>(variant);

internal sealed class CompareInfoConformance(WireVariant variant) : ValueConformance<CompareInfo>(variant);

internal sealed class StringComparerConformance(WireVariant variant) : ValueConformance<StringComparer>(variant);

internal sealed class NumberFormatInfoConformance(WireVariant variant) : ValueConformance<NumberFormatInfo>(variant);

internal sealed class CookieConformance(WireVariant variant) : ValueConformance<Cookie>(variant);

internal sealed class MailAddressConformance(WireVariant variant) : ValueConformance<MailAddress>(variant);

internal sealed class RegexConformance(WireVariant variant) : ValueConformance<Regex>(variant);

internal sealed class SqlBooleanConformance(WireVariant variant) : ValueConformance<SqlBoolean>(variant);

internal sealed class SqlByteConformance(WireVariant variant) : ValueConformance<SqlByte>(variant);

internal sealed class SqlInt16Conformance(WireVariant variant) : ValueConformance<SqlInt16>(variant);

internal sealed class SqlInt32Conformance(WireVariant variant) : ValueConformance<SqlInt32>(variant);

internal sealed class SqlInt64Conformance(WireVariant variant) : ValueConformance<SqlInt64>(variant);

internal sealed class SqlSingleConformance(WireVariant variant) : ValueConformance<SqlSingle>(variant);

internal sealed class SqlDoubleConformance(WireVariant variant) : ValueConformance<SqlDouble>(variant);

internal sealed class SqlMoneyConformance(WireVariant variant) : ValueConformance<SqlMoney>(variant);

internal sealed class SqlDecimalConformance(WireVariant variant) : ValueConformance<SqlDecimal>(variant);

internal sealed class SqlDateTimeConformance(WireVariant variant) : ValueConformance<SqlDateTime>(variant);

internal sealed class SqlGuidConformance(WireVariant variant) : ValueConformance<SqlGuid>(variant);

internal sealed class SqlStringConformance(WireVariant variant) : ValueConformance<SqlString>(variant);

internal sealed class SqlBinaryConformance(WireVariant variant) : ValueConformance<SqlBinary>(variant);

internal sealed class SqlBytesConformance(WireVariant variant) : ValueConformance<SqlBytes>(variant);

internal sealed class SqlCharsConformance(WireVariant variant) : ValueConformance<SqlChars>(variant);

internal sealed class EqualityComparerConformance(WireVariant variant) : ValueConformance<EqualityComparer<string>>(variant)
{
    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<MemberOf<IEqualityComparer<string>>>("behind its interface", new MemberOf<IEqualityComparer<string>> { Value = StringComparer.Ordinal }),
    ];
}

internal sealed class ComparerConformance(WireVariant variant) : ValueConformance<Comparer<int>>(variant)
{
    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IComparer<int>>>("behind its interface", new MemberOf<IComparer<int>> { Value = Comparer<int>.Default })];
}
