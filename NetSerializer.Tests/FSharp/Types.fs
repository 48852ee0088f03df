namespace NetSerializer.Tests.FSharp

open System

/// The base of its cases has no instances.
type Payment =
    | Cash of decimal
    | Card of number: int * holder: string

/// Cases without fields are objects of the base.
type Signal =
    | Red
    | Yellow
    | Green
    | Blinking of seconds: int
    | Other of string

/// With few cases each of them is a class.
type Shape =
    | Nowhere
    | Circle of radius: float
    | Square of side: float

type Level =
    | Low
    | High

/// A single case is a class without others.
type Name = Name of first: string * last: string

/// Other files cannot name its cases.
type Hidden =
    private
    | First
    | Second
    | Third
    | Fourth of int

    static member Samples = [ First; Second; Third; Fourth 4 ]

/// Null stands for the first case.
[<CompilationRepresentation(CompilationRepresentationFlags.UseNullAsTrueValue)>]
type Perhaps =
    | Nothing
    | Just of int

type Tree<'T> =
    | Leaf
    | Node of Tree<'T> * 'T * Tree<'T>

[<Struct>]
type Size =
    | Measured of width: int
    | Named of name: string

type Account =
    { Owner: string
      Payments: Payment list
      Limit: decimal option
      [<NonSerialized>]
      Cached: string }

[<Struct>]
type Point = { X: int; Y: int }

/// The types of FSharp.Core that hold values.
type Holder =
    { Option: string option
      Nested: int option option
      ValueOption: Guid voption
      Result: Result<int, string>
      Choice: Choice<int, Signal>
      Cell: int ref
      Unit: unit
      Numbers: int list
      Names: Set<string>
      Ages: Map<string, int>
      ByOption: Map<int option, Level>
      Pairs: Set<struct (int * string)>
      Anonymous: {| First: int; Second: string |}
      Points: Point array
      Lazy: Lazy<int> }

type Counter(start: int) =
    let mutable count = start

    [<NonSerialized>]
    let mutable last = 0

    member _.Last = last
    member val Label = "" with get, set

    member _.Next() =
        count <- count + 1
        last <- count
        count

exception OutOfStock of article: string * left: int

// Types that do not travel.

type HasFunction = { Title: string; Compute: int -> int }

type CaseHasFunction = Computed of compute: (int -> int) | Fixed of int

type HasSequence = { Items: seq<int> }

type HasAny = { Any: obj }

type HasWork = { Work: Async<int> }

type HasStream = { Source: IO.MemoryStream }

[<AutoSerializable(false)>]
type Unmarked = { Z: int }

type HasUnmarked = { Inner: Unmarked }

[<AllowNullLiteral>]
type Ring() =
    member val Next: Ring = null with get, set
