package io.narrows.cli.adopt;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the connections of databases: those to the given ports and those of the given programs, or if neither is given,
 * those of recognized databases.
 */
record Search(Set<Integer> ports, List<String> programs) {
    Search {
        ports = Set.copyOf(ports);
        programs = List.copyOf(programs);
    }

    /** Returns for whom the port of a connection is; empty if the connection is not one that is looked for. */
    Optional<PortUse> use(Connection connection, Connections connections) {
        int port = connection.port();
        Optional<Database> database = database(connection);
        if (ports.contains(port)) {
            boolean peersOnly =
                    database.filter(known -> known.use(port) == PortUse.PEERS).isPresent();
            return Optional.of(peersOnly ? PortUse.PEERS : PortUse.BOTH);
        }
        boolean wanted = programs.isEmpty()
                ? ports.isEmpty() && database.isPresent()
                : connection.program().filter(this::isWanted).isPresent();
        boolean known = connection.inbound()
                || database.filter(its -> its.hasPort(port)).isPresent()
                || listensItself(connection, connections);
        Optional<PortUse> shown = shownByProgram(connection);
        if (!wanted || !known && shown.isEmpty()) {
            return Optional.empty();
        }
        return shown.or(() -> database.map(its -> its.use(port))).or(() -> Optional.of(PortUse.BOTH));
    }

    /** Returns who made a connection, if the program at this end shows it. */
    private Optional<PortUse> shownByProgram(Connection connection) {
        return connection
                .program()
                .flatMap(program -> Database.shownBy(program, connection.inbound())
                        .or(() -> isClient(program, connection) ? Optional.of(PortUse.CLIENTS) : Optional.empty()));
    }

    /** A program that is no database may still make connections of one, such as those that transfer Galera's state. */
    private boolean isClient(Program program, Connection connection) {
        int port = connection.port();
        return !connection.inbound()
                && Database.of(program).isEmpty()
                && !isWanted(program)
                && Database.of(port)
                        .filter(its -> its.use(port) == PortUse.PEERS)
                        .isEmpty();
    }

    /** Returns the database by the connection's program, or else by its port. */
    static Optional<Database> database(Connection connection) {
        return connection.program().flatMap(Database::of).or(() -> Database.of(connection.port()));
    }

    /** Nodes of a database usually have the same ports: one that this program has too is probably another node's. */
    private static boolean listensItself(Connection connection, Connections connections) {
        Optional<Program> listener = connections.listeners().getOrDefault(connection.port(), Optional.empty());
        return listener.isPresent()
                && listener.map(Program::name).equals(connection.program().map(Program::name));
    }

    private boolean isWanted(Program program) {
        return programs.stream().anyMatch(program::isCalled);
    }

    /** Returns what is looked for, in words. */
    @Override
    public String toString() {
        if (ports.isEmpty() && programs.isEmpty()) {
            return "connections of " + Database.allPrograms().collect(Collectors.joining(", ")) + ", or to ports "
                    + Database.allPeerPorts().map(String::valueOf).collect(Collectors.joining(", "));
        }
        return Stream.concat(
                        programs.stream().map(name -> "connections of " + name),
                        ports.stream().sorted().map(port -> "connections to port " + port))
                .collect(Collectors.joining(" or "));
    }
}
