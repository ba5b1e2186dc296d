package io.narrows.node.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests groups of {@code members} members, of which the first {@code started} have started and the first {@code heard} are
 * heard from.
 */
class MembershipCheckTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, ",
        "2, 2, 2, ",
        "3, 3, 3, ",
        "3, 3, 2, UNHEALTHY",
        "2, 1, 2, MEMBER_NOT_ENOUGH_STARTED",
        "3, 2, 3, MEMBER_NOT_ENOUGH_STARTED",
        "4, 3, 4, ",
        "1, 1, 0, UNHEALTHY",
    })
    void add(int members, int started, int heard, EtcdError expected) {
        assertThat(MembershipCheck.objectionToAdd(members(members, started), addresses(heard)))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "3, 3, 3, 1, ",
        "3, 3, 2, 3, ", // the dead one
        "3, 3, 2, 1, UNHEALTHY", // one is dead, and a live one is to be removed
        "2, 2, 2, 1, ",
        "2, 2, 1, 1, UNHEALTHY",
        "2, 2, 1, 2, ",
        "1, 1, 1, 1, MEMBER_NOT_ENOUGH_STARTED",
        "3, 2, 3, 3, ",
        "3, 2, 3, 1, MEMBER_NOT_ENOUGH_STARTED",
        "3, 3, 3, 9, ", // not a member
    })
    void remove(int members, int started, int heard, long removed, EtcdError expected) {
        assertThat(MembershipCheck.objectionToRemove(members(members, started), removed, addresses(heard)))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, ",
        "3, 3, 3, ",
        "3, 1, 3, ", // in which no voter could be added
        "3, 3, 2, UNHEALTHY",
    })
    void addLearner(int members, int started, int heard, EtcdError expected) {
        assertThat(MembershipCheck.objectionToAddLearner(members(members, started), addresses(heard)))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, ",
        "2, 1, ",
        "3, 3, ",
        "3, 2, ",
        "3, 1, MEMBER_NOT_ENOUGH_STARTED",
        "4, 1, MEMBER_NOT_ENOUGH_STARTED",
    })
    void promote(int voters, int started, EtcdError expected) {
        assertThat(MembershipCheck.objectionToPromote(members(voters, started)))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void learner_doesNotCount_andMayAlwaysBeRemoved() {
        List<MemberRecord> members = new ArrayList<>(members(3, 3));
        members.add(MemberRecord.newBuilder()
                .setId(4)
                .setPeerAddress(address(4))
                .setName("m4")
                .setLearner(true)
                .build());

        assertThat(MembershipCheck.objectionToAdd(members, addresses(3))).isEmpty();
        assertThat(MembershipCheck.objectionToRemove(members, 4, addresses(1))).isEmpty();
        assertThat(MembershipCheck.objectionToRemove(members, 1, Set.of(address(1), address(2), address(4))))
                .contains(EtcdError.UNHEALTHY);
        assertThat(MembershipCheck.objectionToPromote(members)).isEmpty();
    }

    private static List<MemberRecord> members(int count, int started) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> MemberRecord.newBuilder()
                        .setId(i)
                        .setPeerAddress(address(i))
                        .setName(i <= started ? "m" + i : "")
                        .build())
                .toList();
    }

    private static Set<String> addresses(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(MembershipCheckTest::address)
                .collect(Collectors.toSet());
    }

    private static String address(int member) {
        return "m" + member + ":2380";
    }
}
