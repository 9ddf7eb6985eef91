Creator	"yFiles"
Version	"2.20"
graph
[
	hierarchic	1
	label	""
	directed	1
	node
	[
		id	0
		label	"rain"
		graphics
		[
			x	100.0
			y	100.0
			type	"rectangle"
			raisedBorder	0
			fill	"#FFCC00"
		]
		LabelGraphics
		[
			text	"rain"
			fontSize	12
		]
	]
	node
	[
		id	1
		label	"sprinkler"
	]
	node
	[
		id	2
		label	"wet"
	]
	edge
	[
		source	0
		target	2
		graphics
		[
			fill	"#000000"
			targetArrow	"standard"
		]
	]
	edge
	[
		source	2
		target	1
		graphics
		[
			fill	"#000000"
			sourceArrow	"delta"
			Line
			[
				point [ x 1.0 y 2.0 ]
			]
		]
	]
	edge
	[
		source	0
		target	1
		graphics
		[
			fill	"#000000"
		]
	]
]
