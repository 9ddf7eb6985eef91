/*
 A network of three nodes; node X { }
*/
net wet
{
 HEADER = 
  {
   ID = wet;
   NAME = "node Y { PARENTS = (rain); }";
  };
 CREATION = 
  {
   CREATED = "by hand";
  };
 NUMSAMPLES = 1000;
 SCREEN = 
  {
   POSITION = 
    {
     CENTER_X = 0;
     CENTER_Y = 0;
    };
   COLOR = 16250597;
  };
 USER_PROPERTIES = 
  {
  };
 SHOWAS = 3;

 node rain
  {
   TYPE = CPT;
   HEADER = 
    {
     ID = rain;
     NAME = "Rain";
    };
   SCREEN = 
    {
     POSITION = 
      {
       CENTER_X = 250;
       CENTER_Y = 393;
      };
    };
   PARENTS = ();
   DEFINITION = 
    {
     NAMESTATES = (no, yes);
     PROBABILITIES = (0.20000000, 0.80000000);
    };
   EXTRA_DEFINITION = 
    {
     DIAGNOSIS_TYPE = AUXILIARY;
     FAULT_NAMES = ("", "");
     DOCUMENTATION = 
      {
      };
     QUESTION = "";
    };
  };

 node sprinkler
  {
   TYPE = TRUTHTABLE;
   HEADER = 
    {
     ID = sprinkler;
     NAME = "sprinkler";
    };
   PARENTS = ();
   DEFINITION = 
    {
     NAMESTATES = (no, yes);
     RESULTING_STATES = (yes);
    };
  };

 node wet
  {
   TYPE = NOISY_MAX;
   HEADER = 
    {
     ID = wet;
     NAME = "wet";
    };
   PARENTS = (rain, sprinkler);
   DEFINITION = 
    {
     NAMESTATES = (no, yes);
     PROBABILITIES = (0.90000000, 0.10000000, 0.90000000, 0.10000000, 
     0.20000000, 0.80000000);
    };
  };
 OBSERVATION_COST = 
  {

   node rain
    {
     PARENTS = (wet);
     COSTS = (0.00000000, 0.00000000);
    };

   node wet
    {
     PARENTS = ();
     COSTS = (0.00000000);
    };
  };
};
