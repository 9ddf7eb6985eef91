graph [
  directed 1
  node [
    id 0
    label "rain"
  ]
  node [
    id 1
    label "sprinkler"
  ]
  node [
    id 2
    label "wet &#38; cold"
    state [
      source "rain gauge ]"
    ]
  ]
  node [
    id 3
    label "alone"
  ]
  edge [
    source 0
    target 2
    support 0.5
  ]
  edge [
    source 1
    target 2
    support 0.75
  ]
]
