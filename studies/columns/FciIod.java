import edu.cmu.tetrad.data.BoxDataSet;
import edu.cmu.tetrad.data.DiscreteVariable;
import edu.cmu.tetrad.data.VerticalIntDataBox;
import edu.cmu.tetrad.graph.Edge;
import edu.cmu.tetrad.graph.Graph;
import edu.cmu.tetrad.graph.IndependenceFact;
import edu.cmu.tetrad.graph.Node;
import edu.cmu.tetrad.search.Fci;
import edu.cmu.tetrad.search.IndTestIod;
import edu.cmu.tetrad.search.IndependenceTest;
import edu.cmu.tetrad.search.test.IndTestChiSquare;
import edu.cmu.tetrad.search.test.IndependenceResult;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tetrad's FCI-IOD on sites with different columns: FCI by tests that are pooled over the sites that have the columns.
 *
 *     java -cp 'JARS/*' FciIod.java ALPHA FILE FILE...
 *
 * Each file is a site: a line of names, a line of numbers of states, and a line of states for each row. The program prints the
 * pairs that the graph joins, a line each, whatever the ends of the edges are.
 */
public final class FciIod {
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // Tetrad's own messages go to stderr.
        double alpha = Double.parseDouble(args[0]);
        List<IndependenceTest> tests = new ArrayList<>();
        for (int k = 1; k < args.length; k++) {
            tests.add(new IndTestChiSquare(read(Path.of(args[k])), alpha));
        }
        Graph graph = new Fci(new Pooled(tests)).search();
        for (Edge edge : graph.getEdges()) {
            out.println(edge.getNode1().getName() + " " + edge.getNode2().getName());
        }
        System.exit(0); // Tetrad's thread pools would keep the virtual machine running.
    }

    /** IndTestIod fails where no site has all of the columns. There the two are taken for dependent, as nothing says otherwise. */
    private static final class Pooled extends IndTestIod {
        private final List<IndependenceTest> tests;

        Pooled(List<IndependenceTest> tests) {
            super(tests);
            this.tests = tests;
        }

        @Override
        public synchronized IndependenceResult checkIndependence(Node x, Node y, Set<Node> given) {
            List<String> names = new ArrayList<>(List.of(x.getName(), y.getName()));
            given.forEach(node -> names.add(node.getName()));
            boolean seen = tests.stream().anyMatch(test -> test.getVariableNames().containsAll(names));
            return seen ? super.checkIndependence(x, y, given)
                    : new IndependenceResult(new IndependenceFact(x, y, given), false, 0, 0);
        }
    }

    private static BoxDataSet read(Path path) throws Exception {
        List<String> lines = Files.readAllLines(path);
        String[] names = lines.get(0).split(" ");
        String[] states = lines.get(1).split(" ");
        int[][] columns = new int[names.length][lines.size() - 2];
        List<Node> nodes = new ArrayList<>();
        for (int v = 0; v < names.length; v++) {
            nodes.add(new DiscreteVariable(names[v], Integer.parseInt(states[v])));
        }
        for (int row = 0; row < lines.size() - 2; row++) {
            String[] cells = lines.get(row + 2).split(" ");
            for (int v = 0; v < names.length; v++) {
                columns[v][row] = Integer.parseInt(cells[v]);
            }
        }
        return new BoxDataSet(new VerticalIntDataBox(columns), nodes);
    }
}
