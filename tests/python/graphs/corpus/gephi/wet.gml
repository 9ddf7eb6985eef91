graph
[
  Creator "Gephi"
  directed 1
  node
  [
    id 0
    label "rain"
    graphics
    [
      x -53.9
      y 12.5
      z 0.0
      w 10.0
      h 10.0
      d 10.0
      fill "#c0c0c0"
    ]
  ]
  node
  [
    id 1
    label "sprinkler"
  ]
  node
  [
    id 2
    label "wet"
  ]
  edge
  [
    id 0
    source 0
    target 2
    value 1.0
    fill "#000000"
  ]
  edge
  [
    id 1
    source 1
    target 2
    value 1.0
  ]
]
