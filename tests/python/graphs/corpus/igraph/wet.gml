Creator "igraph version 0.10.15 Sat Nov 28 10:00:00 2026"
Version 1
graph
[
  directed 1
  node
  [
    id 0
    name "rain"
  ]
  node
  [
    id 1
    name "sprinkler"
  ]
  node
  [
    id 2
    name "wet"
  ]
  edge
  [
    source 0
    target 2
    strength 0.9
  ]
  edge
  [
    source 1
    target 2
    strength 1
  ]
]
