/// Values whose classes no program can name.
module NetSerializer.Tests.FSharp.Samples

let items = seq { 1; 2 }

let mapped = Seq.map (fun x -> x + 1) [ 1; 2 ]

let increment = { Title = "increment"; Compute = fun x -> x + 1 }

let comparable = { new System.IComparable with member _.CompareTo _ = 0 }

let full =
    { Option = Some "text"
      Nested = Some None
      ValueOption = ValueSome(System.Guid(1, 2s, 3s, [| 0uy .. 7uy |]))
      Result = Error "none left"
      Choice = Choice2Of2(Blinking 3)
      Cell = ref 5
      Unit = ()
      Numbers = [ 1; 2; 3 ]
      Names = set [ "b"; "B"; "a" ]
      Ages = Map [ "Ada", 36; "ada", 1 ]
      ByOption = Map [ None, Low; Some 1, High ]
      Pairs = set [ struct (1, "x"); struct (1, "a") ]
      Anonymous = {| First = 1; Second = "two" |}
      Points = [| { X = 1; Y = 2 } |]
      Lazy = lazy 7 }

let account =
    { Owner = "Ada"; Payments = [ Cash 5m; Card(7, "Ada"); Cash 1m ]; Limit = Some 100m; Cached = "dropped" }

let tree = Node(Node(Leaf, 1, Leaf), 2, Leaf)

let outOfStock = OutOfStock("pen", 3)

let one = 1
