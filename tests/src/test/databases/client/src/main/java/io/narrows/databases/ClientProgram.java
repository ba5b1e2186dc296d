package io.narrows.databases;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The command line of a client:
 *
 * <pre>
 * create MEMBER,MEMBER...                    creates the table, topic or queue for the orders
 * write  MEMBER,MEMBER... FIRST COUNT RATE   writes orders at a rate per second, and prints latencies
 * read   MEMBER COUNT                        compares what the member stores with the first orders
 * </pre>
 *
 * The property {@code data} is the folder of the member that is read.
 */
public final class ClientProgram {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE_MILLIS = 1_000;

    private ClientProgram() {}

    /** Returns the folder in which the member to be read keeps its data. */
    public static Path dataFolder() {
        return Path.of(System.getProperty("data"));
    }

    /** Executes the command and exits the process: with code 1 if orders are missing or not acknowledged. */
    public static void run(DatabaseClient.Connector connector, String... args) {
        List<String> members = List.of(args[1].split(","));
        try {
            System.exit(
                    switch (args[0]) {
                        case "create" -> create(connector, members);
                        case "write" -> write(connector, members, number(args[2]), number(args[3]), number(args[4]));
                        case "read" -> read(connector, members, number(args[2]));
                        default -> throw new IllegalArgumentException("not a command: " + args[0]);
                    });
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }

    /** Retries until the database is ready. */
    private static int create(DatabaseClient.Connector connector, List<String> members) throws Exception {
        for (long start = System.nanoTime(); ; Thread.sleep(PAUSE_MILLIS)) {
            try (DatabaseClient client = connector.connect(members)) {
                client.create();
                return 0;
            } catch (Exception e) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw e;
                }
            }
        }
    }

    private static int write(DatabaseClient.Connector connector, List<String> members, int first, int count, int rate)
            throws Exception {
        try (DatabaseClient client = connector.connect(members)) {
            System.out.println(new WriteLoad(client, first, count).run(rate));
        }
        return 0;
    }

    /** Retries until nothing is missing, because a member may still be catching up. */
    private static int read(DatabaseClient.Connector connector, List<String> members, int count) throws Exception {
        for (long start = System.nanoTime(); ; Thread.sleep(PAUSE_MILLIS)) {
            boolean last = System.nanoTime() - start > PATIENCE_NANOS;
            Comparison comparison = new Comparison(count);
            try (DatabaseClient client = connector.connect(members)) {
                if (!client.hasReplica()) {
                    System.out.println("found=none, as the member has no replica");
                    return 0;
                }
                client.read(comparison);
            } catch (Exception e) {
                if (last) {
                    throw e;
                }
                continue;
            }
            if (comparison.isComplete() || last) {
                System.out.println(comparison.line());
                return comparison.isComplete() ? 0 : 1;
            }
        }
    }
}
