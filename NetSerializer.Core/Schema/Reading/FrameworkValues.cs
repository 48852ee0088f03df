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

namespace NetSerializer.Schema.Reading;

/// <summary>The types of docs/wire-format.md, section 5h, that a reader may have to read past without having them in its model.</summary>
internal static class FrameworkValues
{
    /// <summary>The ones among these whose names a schema has.</summary>
    public static IEnumerable<Type> In(WireSchema schema)
    {
        HashSet<string> names = [.. schema.Types.Where(type => type.Form == "value").Select(type => type.Name)];
        return names.Count == 0 ? [] : All().Where(type => names.Contains(type.FullName!));
    }

    private static Type[] All() =>
    [
        typeof(Uri), typeof(Version), typeof(CultureInfo), typeof(TimeZoneInfo), typeof(CompareInfo), typeof(StringComparer), typeof(NumberFormatInfo),
        typeof(StringBuilder), typeof(BigInteger), typeof(Rune), typeof(IPAddress), typeof(IPEndPoint), typeof(PhysicalAddress), typeof(Cookie),
        typeof(MailAddress), typeof(Regex), typeof(SqlBoolean), typeof(SqlByte), typeof(SqlInt16), typeof(SqlInt32), typeof(SqlInt64), typeof(SqlSingle),
        typeof(SqlDouble), typeof(SqlMoney), typeof(SqlDecimal), typeof(SqlDateTime), typeof(SqlGuid), typeof(SqlString), typeof(SqlBinary), typeof(SqlBytes),
        typeof(SqlChars), typeof(Color), typeof(XElement), typeof(XDocument), typeof(DBNull), typeof(Encoding), typeof(DataTable), typeof(DataSet),
    ];
}
