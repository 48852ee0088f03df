Imports System
Imports System.Collections.Generic
Imports System.IO

<Serializable>
Public Class Person
    Public Property Name As String
    <NonSerialized>
    Public Event Changed As EventHandler

    Public Function NextNumber() As Integer
        Static number As Integer = 10
        number += 1
        Return number
    End Function

    Public Sub Announce()
        RaiseEvent Changed(Me, EventArgs.Empty)
    End Sub
End Class

<Serializable>
Public Structure Point
    Public X As Integer
    Public Y As Integer
End Structure

<Serializable>
Public Class Holder
    Public Property Any As Object
End Class

' Classes that do not travel.

<Serializable>
Public Class HasStream
    Public Property Source As MemoryStream
End Class

<Serializable>
Public Class HasStreamField
    Public Source As MemoryStream
End Class

<Serializable>
Public Class HasEvent
    Public Event Changed As EventHandler

    Public Sub Announce()
        RaiseEvent Changed(Me, EventArgs.Empty)
    End Sub
End Class

Public Class Unmarked
    Public Z As Integer
End Class

<Serializable>
Public Class HasUnmarked
    Public Inner As List(Of Unmarked)
End Class

<Serializable>
Public Class Ring
    Public [Next] As Ring
End Class
