package io.narrows.tests.linearizability;

import java.util.List;

/**
 * The members that the clients of a load ask, and whether they may write there. Clients are numbered; even and odd ones have
 * different roles.
 */
record Roles(Role even, Role odd) {
    /**
     * What half of the clients do.
     *
     * @param members each operation goes to one of them
     * @param writes whether they do anything but read
     */
    record Role(List<StoreClient> members, boolean writes) {}

    /** All clients do everything at all of the members. */
    static Roles free(List<StoreClient> members) {
        Role role = new Role(members, true);
        return new Roles(role, role);
    }

    /** All clients read at all of the members; locks are neither taken nor released. */
    static Roles quiet(List<StoreClient> members) {
        Role role = new Role(members, false);
        return new Roles(role, role);
    }

    /** Odd clients go on reading at one member; even ones ask the others. */
    static Roles divided(StoreClient one, List<StoreClient> others, boolean othersWrite) {
        return new Roles(new Role(others, othersWrite), new Role(List.of(one), false));
    }

    Role of(int client) {
        return client % 2 == 0 ? even : odd;
    }
}
