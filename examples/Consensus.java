import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * A consensus from Java 22 or later, without Python: three hospitals each have a DAG over the same four variables.
 *
 * <pre>java --enable-native-access=ALL-UNNAMED examples/Consensus.java python/mcbnc/_lib/libmcbnc.so</pre>
 *
 * include/mcbnc.h describes the functions, the request and the result arrays.
 */
public final class Consensus {
    static final int OK = 0, RUNNING = 1;
    static final String[] NAMES = {"smoker", "bronchitis", "cough", "visit"};

    /** DAGS[i][u][v] is 1 if DAG i has the arc u -> v. */
    static final byte[][][] DAGS = {
        {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}},
        {{0, 1, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}},
        {{0, 1, 0, 0}, {0, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 0, 0}},
    };

    /** mcbnc_array: a name, the data, and their length in bytes. */
    static final MemoryLayout ARRAY = MemoryLayout.structLayout(ADDRESS, ADDRESS, JAVA_LONG);

    public static void main(String[] arguments) throws Throwable {
        int n = NAMES.length;
        try (Arena arena = Arena.ofConfined()) {
            Library library = new Library(Path.of(arguments[0]));
            MemorySegment cells = arena.allocate((long) DAGS.length * n * n);
            for (int i = 0; i < DAGS.length; i++)
                for (int u = 0; u < n; u++)
                    for (int v = 0; v < n; v++)
                        cells.set(JAVA_BYTE, (long) (i * n + u) * n + v, DAGS[i][u][v]);
            MemorySegment array = arena.allocate(ARRAY);
            array.set(ADDRESS, 0, arena.allocateFrom("dags"));
            array.set(ADDRESS, ADDRESS.byteSize(), cells);
            array.set(JAVA_LONG, 2 * ADDRESS.byteSize(), cells.byteSize());

            String request = "{\"op\":\"run\",\"n\":4,\"r\":3,\"theta\":0.5,"
                    + "\"names\":[\"" + String.join("\",\"", NAMES) + "\"]}";
            MemorySegment handle = arena.allocate(JAVA_LONG), text = arena.allocate(ADDRESS);
            library.check((int) library.start.invokeExact(arena.allocateFrom(request), array, 1, handle, text), text);
            long job = handle.get(JAVA_LONG, 0);
            while ((int) library.await.invokeExact(job, 50) == RUNNING) {
                // a program with a window would look at its events here
            }
            library.check((int) library.result.invokeExact(job, text, text), text);
            library.free.invokeExact(text.get(ADDRESS, 0));
            MemorySegment consensus = arena.allocate((long) n * n);
            int status = (int) library.read.invokeExact(job, arena.allocateFrom("adjacency"), consensus, (long) n * n);
            if (status != OK || (int) library.end.invokeExact(job) != OK)
                throw new IllegalStateException("the result cannot be read");

            for (int u = 0; u < n; u++)
                for (int v = 0; v < n; v++)
                    if (consensus.get(JAVA_BYTE, (long) u * n + v) != 0)
                        System.out.println(NAMES[u] + " -> " + NAMES[v]);
        }
    }

    /** The functions of mcbnc.h that a consensus needs. The library stays loaded: it holds a Go runtime. */
    static final class Library {
        final MethodHandle start, await, result, read, end, free;

        Library(Path path) {
            SymbolLookup symbols = SymbolLookup.libraryLookup(path, Arena.global());
            start = find(symbols, "mcbnc_job_start",
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
            await = find(symbols, "mcbnc_job_wait", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));
            result = find(symbols, "mcbnc_job_result", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));
            read = find(symbols, "mcbnc_job_read",
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));
            end = find(symbols, "mcbnc_job_free", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
            free = find(symbols, "mcbnc_string_free", FunctionDescriptor.ofVoid(ADDRESS));
        }

        private static MethodHandle find(SymbolLookup symbols, String name, FunctionDescriptor descriptor) {
            return Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), descriptor);
        }

        /** Throws if a call failed. The text is JSON: what is wrong, and where. */
        void check(int status, MemorySegment text) throws Throwable {
            if (status == OK) return;
            MemorySegment error = text.get(ADDRESS, 0);
            String message = error.equals(MemorySegment.NULL) ? "" : error.reinterpret(Long.MAX_VALUE).getString(0);
            free.invokeExact(error);
            throw new IllegalArgumentException("status " + status + ": " + message);
        }
    }
}
