package io.narrows.tests.linearizability;

import java.util.List;

/**
 * The members that the clients of a load use, and whether they may write there. Clients are numbered; even and odd ones have
 * different roles.
 */
record Roles(Role even, Role odd) {
    /**
     * The role of half of the clients.
     *
     * @param members each operation goes to one of them
     * @param writes whether they do anything but read, and release locks that they have held long enough
     * @param locks whether they take locks
     */
    record Role(List<StoreClient> members, boolean writes, boolean locks) {}

    /** All clients do everything at all of the members. */
    static Roles free(List<StoreClient> members) {
        Role role = new Role(members, true, true);
        return new Roles(role, role);
    }

    /** All clients use one member, and only odd ones hold locks. */
    static Roles gathered(StoreClient one) {
        return new Roles(new Role(List.of(one), true, false), new Role(List.of(one), true, true));
    }

    /** All clients read at all of the members; locks are neither taken nor released. */
    static Roles quiet(List<StoreClient> members) {
        Role role = new Role(members, false, false);
        return new Roles(role, role);
    }

    /** Odd clients keep reading at one member; even ones use the others. */
    static Roles divided(StoreClient one, List<StoreClient> others, boolean othersWrite) {
        return new Roles(new Role(others, othersWrite, othersWrite), new Role(List.of(one), false, false));
    }

    Role of(int client) {
        return client % 2 == 0 ? even : odd;
    }
}
