Imports System
Imports System.Collections.Generic

''' <summary>Values whose classes no program can name.</summary>
Public Module Samples
    Public Iterator Function Numbers() As IEnumerable(Of Integer)
        Yield 1
    End Function

    Public Function Anonymous() As Object
        Return New With {.First = 1, Key .Second = "two"}
    End Function

    Public Function Closure(captured As Integer) As Object
        Dim add As Func(Of Integer) = Function() captured
        Return add.Target
    End Function
End Module
