using System.Data;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text;
using System.Xml.Linq;

namespace NetSerializer.Tests.Models;

[Serializable]
public class FrameworkObjects
{
    public Uri? Uri;
    public Version? Version;
    public CultureInfo? Culture;
    public IFormatProvider? Provider;
    public TimeZoneInfo? Zone;
    public StringBuilder? Text;
    public IPAddress? Address;
    public IPEndPoint? Host;
    public PhysicalAddress? Card;
    public Type? Type;
    public XElement? Element;
    public XDocument? Document;
    public DBNull? Null;
    public Encoding? Encoding;
    public object? Any;
    public Uri?[]? Uris;
    public List<Version?>? Versions;
    public Dictionary<Uri, CultureInfo?>? Cultures;
}

[Serializable]
public struct FrameworkStructs
{
    public BigInteger Number;
    public BigInteger? MaybeNumber;
    public BigInteger[]? Numbers;
    public Rune Rune;
    public Rune? MaybeRune;
    public List<Rune>? Runes;
    public Color Color;
    public Color? MaybeColor;
    public Dictionary<Color, string>? Colors;
}

[Serializable]
public class FrameworkNumbers
{
    public System.Numerics.Vector2 Two;
    public System.Numerics.Vector3 Three;
    public Vector4? Four;
    public Quaternion Turn;
    public Plane Plane;
    public Matrix3x2 Flat;
    public Matrix4x4 Deep;
    public Complex Complex;
    public System.Drawing.Point Point;
    public PointF Fine;
    public Size Size;
    public SizeF? FineSize;
    public Rectangle Area;
    public RectangleF FineArea;
    public System.Index Index;
    public System.Range? Range;
    public System.Numerics.Vector3[]? Path;
    public List<Matrix4x4>? Matrices;
    public System.Drawing.Point[]? Points;
    public Plane[]? Planes;
    public Dictionary<Rectangle, System.Range>? Ranges;
}

/// <summary>Raw where floats are.</summary>
[Serializable]
public struct Placement
{
    public System.Numerics.Vector3 Position;
    public Quaternion Turn;
    public byte A, B, C, D;
}

[Serializable]
public class FrameworkTables
{
    public DataTable? Table;
    public DataSet? Set;
    public List<DataTable?>? Tables;
    public EndPoint? Behind;
    public XContainer? Tree;
    public XObject?[]? Trees;
}
