import edu.cmu.tetrad.data.BoxDataSet;
import edu.cmu.tetrad.data.ContinuousVariable;
import edu.cmu.tetrad.data.CovarianceMatrix;
import edu.cmu.tetrad.data.DiscreteVariable;
import edu.cmu.tetrad.data.VerticalDoubleDataBox;
import edu.cmu.tetrad.data.VerticalIntDataBox;
import edu.cmu.tetrad.graph.Edge;
import edu.cmu.tetrad.graph.Edges;
import edu.cmu.tetrad.graph.Graph;
import edu.cmu.tetrad.graph.GraphTransforms;
import edu.cmu.tetrad.graph.Node;
import edu.cmu.tetrad.search.Boss;
import edu.cmu.tetrad.search.Fges;
import edu.cmu.tetrad.search.Grasp;
import edu.cmu.tetrad.search.PermutationSearch;
import edu.cmu.tetrad.search.score.BdeuScore;
import edu.cmu.tetrad.search.score.DiscreteBicScore;
import edu.cmu.tetrad.search.score.Score;
import edu.cmu.tetrad.search.score.SemBicScore;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A search of Tetrad's on a file of rows (rows.py), repeated in one virtual machine, which warms up:
 *
 *     java -cp 'JARS/*' Tetrad.java FILE THREADS SECONDS [SEARCH [SCORE]]
 *
 * SEARCH is fges, boss or grasp. SCORE is bdeu or bic, and SEM-BIC for real values. The first of each is the default.
 *
 * The program prints as JSON the seconds of each run, the CPU time of the process, the edges of a member of the found
 * class, and Tetrad's score of that member. It makes at least three runs, unless they take too long. A run constructs the
 * score and searches. Reading the file is not part of a run.
 */
public final class Tetrad {
    private static final int LEAST_RUNS = 3;
    private static final long SEED = 1;
    private static String name = "fges";
    private static String scoreName = "bdeu";

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // Tetrad's own messages go to stderr.
        BoxDataSet data = read(Path.of(args[0]));
        int threads = Integer.parseInt(args[1]);
        double patience = Double.parseDouble(args[2]);
        name = args.length > 3 ? args[3] : name;
        scoreName = args.length > 4 ? args[4] : scoreName;
        List<Double> seconds = new ArrayList<>();
        Graph graph = null;
        long begin = System.nanoTime();
        while (since(begin) < patience || (seconds.size() < LEAST_RUNS && since(begin) < 10 * patience)) {
            long start = System.nanoTime();
            graph = search(data, threads);
            seconds.add(since(start));
        }
        double cpu = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime() / 1e9;
        // The graph of FGES is not always a CPDAG. Then its members differ in score, so Tetrad chooses the member.
        Graph dag = GraphTransforms.dagFromCpdag(graph);
        out.printf("{\"seconds\":%s,\"cpu\":%s,\"edges\":%s,\"score\":%s}%n", seconds, cpu, edges(data, dag), score(data, dag));
        System.exit(0); // Tetrad's thread pools would keep the virtual machine running.
    }

    private static double since(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    private static Graph search(BoxDataSet data, int threads) throws Exception {
        Score score = scoreOf(data);
        switch (name) {
            case "fges": {
                Fges fges = new Fges(score);
                fges.setNumThreads(threads);
                fges.setFaithfulnessAssumed(false); // Otherwise FGES never joins nodes that are marginally independent.
                return fges.search();
            }
            case "boss": {
                Boss boss = new Boss(score);
                boss.setNumThreads(threads);
                boss.setUseBes(true); // It ends where no Delete gains.
                PermutationSearch search = new PermutationSearch(boss);
                search.setSeed(SEED);
                return search.search();
            }
            case "grasp": {
                Grasp grasp = new Grasp(score);
                grasp.setSeed(SEED);
                grasp.bestOrder(score.getVariables());
                return grasp.getGraph(true);
            }
            default:
                throw new IllegalArgumentException("no search " + name);
        }
    }

    private static Score scoreOf(BoxDataSet data) {
        if (data.isContinuous()) {
            SemBicScore score = new SemBicScore(new CovarianceMatrix(data));
            score.setPenaltyDiscount(1);
            score.setStructurePrior(0);
            return score;
        }
        if (scoreName.equals("bic")) {
            DiscreteBicScore score = new DiscreteBicScore(data);
            score.setPenaltyDiscount(1);
            score.setStructurePrior(0);
            return score;
        }
        BdeuScore score = new BdeuScore(data);
        score.setSamplePrior(1);
        score.setStructurePrior(0);
        return score;
    }

    /** The score of a DAG as Tetrad computes it. Of SEM-BIC, it has the constants that SEM-BIC leaves out. */
    private static double score(BoxDataSet data, Graph dag) {
        Score score = scoreOf(data);
        double total = 0;
        for (Node node : data.getVariables()) {
            int[] parents = dag.getParents(dag.getNode(node.getName())).stream()
                    .mapToInt(p -> data.getColumn(data.getVariable(p.getName()))).toArray();
            total += score.localScore(data.getColumn(node), parents);
        }
        if (!data.isContinuous()) {
            return total;
        }
        // SEM-BIC divides sums of squares by rows - 1, and leaves out the constant part of the likelihood and the
        // penalty for the intercept and the variance.
        double rows = data.getNumRows();
        double each = rows / 2 * (Math.log(2 * Math.PI) + 1 + Math.log((rows - 1) / rows)) + Math.log(rows);
        return total - each * data.getNumColumns();
    }

    /** Each edge as [u, v, 1 if undirected]. */
    private static List<String> edges(BoxDataSet data, Graph graph) {
        List<String> out = new ArrayList<>();
        for (Edge edge : graph.getEdges()) {
            boolean directed = edge.isDirected();
            Node from = directed ? Edges.getDirectedEdgeTail(edge) : edge.getNode1();
            Node to = directed ? Edges.getDirectedEdgeHead(edge) : edge.getNode2();
            out.add(String.format("[%d,%d,%d]", data.getColumn(data.getVariable(from.getName())),
                    data.getColumn(data.getVariable(to.getName())), directed ? 0 : 1));
        }
        return out;
    }

    private static BoxDataSet read(Path path) throws Exception {
        byte[] file = Files.readAllBytes(path);
        String[] head = new String(file, StandardCharsets.ISO_8859_1).split("\n", 4);
        String[] names = head[0].split(" ");
        String[] arity = head[1].split(" ");
        int rows = Integer.parseInt(head[2]);
        if (arity[0].equals("0")) {
            return readValues(file, names, rows);
        }
        int at = file.length - names.length * rows;
        List<Node> nodes = new ArrayList<>();
        int[][] columns = new int[names.length][rows];
        for (int v = 0; v < names.length; v++) {
            nodes.add(new DiscreteVariable(names[v], Integer.parseInt(arity[v])));
            for (int i = 0; i < rows; i++) {
                columns[v][i] = file[at++] & 0xff;
            }
        }
        return new BoxDataSet(new VerticalIntDataBox(columns), nodes);
    }

    private static BoxDataSet readValues(byte[] file, String[] names, int rows) {
        int size = Double.BYTES * names.length * rows;
        ByteBuffer values = ByteBuffer.wrap(file, file.length - size, size).order(ByteOrder.LITTLE_ENDIAN);
        List<Node> nodes = new ArrayList<>();
        double[][] columns = new double[names.length][rows];
        for (int v = 0; v < names.length; v++) {
            nodes.add(new ContinuousVariable(names[v]));
            for (int i = 0; i < rows; i++) {
                columns[v][i] = values.getDouble();
            }
        }
        return new BoxDataSet(new VerticalDoubleDataBox(columns), nodes);
    }
}
