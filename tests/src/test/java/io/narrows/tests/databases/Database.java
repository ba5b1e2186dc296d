package io.narrows.tests.databases;

import io.narrows.tests.support.Server;
import java.util.List;

/**
 * A program that the soak runs as its users do: with the settings that {@code narrows generate} wrote, and a folder for its
 * data.
 */
interface Database {
    /** Returns the name for the soak's options and its report, with the version if there are two: {@code kafka-3.9}. */
    String name();

    /** Returns its name for {@code narrows generate}. */
    String kind();

    /**
     * Returns the folder of its client, and of the program itself if that is a library of the package registry, below
     * {@code src/test/databases}.
     */
    default String project() {
        return name();
    }

    /** Returns the main class of the client. */
    String client();

    /** Returns a member's port for clients. */
    int clientPort();

    /** Returns additional lines of a node in the cluster file, besides id, address and place. */
    default String page() {
        return "";
    }

    /**
     * Returns the targets of the generated configuration on which members speak TLS if {@link Member#tls} is present; none if
     * the soak runs this database in plain text only.
     */
    default List<String> tlsTargets() {
        return List.of();
    }

    /**
     * Starts the program of a member, for the first time or again.
     *
     * @param classpath of {@link #project()}
     */
    Server start(Member member, String classpath);

    /** Returns whether all members have found each other; called until they have. */
    boolean isComplete(List<Member> members);

    /** Makes a member read from its own replica. */
    default void beforeRead(Member member) {}

    /**
     * Returns the number of elections or lost members in the members' logs; far more than the injected faults indicate a
     * storm.
     */
    long elections(List<Member> members);
}
