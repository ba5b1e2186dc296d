package io.narrows.tests.databases;

import io.narrows.tests.support.Server;
import java.util.List;

/** A program that the soak runs as its users do: by the settings that {@code narrows generate} wrote, and a folder for its data. */
interface Database {
    /** The name for the soak's options and its report, with the version where there are two: {@code kafka-3.9}. */
    String name();

    /** Its name for {@code narrows generate}. */
    String kind();

    /** The folder of its client, and of the program where that is a library of the package registry, below {@code src/test/databases}. */
    default String project() {
        return name();
    }

    /** The main class of the client. */
    String client();

    /** Where a member answers clients. */
    int clientPort();

    /** Returns the lines that a node has in the cluster's page beside id, address and place. */
    default String page() {
        return "";
    }

    /**
     * Starts the program of a member, for the first time or again.
     *
     * @param classpath of {@link #project()}
     */
    Server start(Member member, String classpath);

    /** Whether all members have found each other; asked until they have. */
    boolean isComplete(List<Member> members);

    /** Does what makes a member answer from its own replica. */
    default void beforeRead(Member member) {}

    /** Returns how often the members have elected a leader or lost one, as their logs tell: a storm if it is far above what failed. */
    long elections(List<Member> members);
}
