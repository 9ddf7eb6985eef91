net wet
{
// property softwar aGrUM 3.3.1

	node rain
	{
		TYPE = CPT;
		HEADER =
		{
			ID = rain;
			NAME = "rain";
		};
		PARENTS = ();
		DEFINITION =
		{
			NAMESTATES = (no, yes);
			PROBABILITIES = (0.2, 0.8);
		};
	};

	node sprinkler
	{
		TYPE = CPT;
		HEADER =
		{
			ID = sprinkler;
			NAME = "sprinkler";
		};
		PARENTS = (rain);
		DEFINITION =
		{
			NAMESTATES = (no, yes);
			PROBABILITIES = (0.5, 0.5, 0.9, 0.1);
		};
	};

	node wet
	{
		TYPE = CPT;
		HEADER =
		{
			ID = wet;
			NAME = "wet";
		};
		PARENTS = (sprinkler, rain);
		DEFINITION =
		{
			NAMESTATES = (no, yes);
			PROBABILITIES = (1, 0, 0.2, 0.8, 0.1, 0.9, 0.01, 0.99);
		};
	};

};
