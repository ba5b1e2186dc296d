package io.narrows.node;

import io.narrows.node.command.MemberRecord;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Remembers since when findings about members' keys hold. A finding is outdated once the alarm CORRUPT was raised for its member,
 * since an operator may have disarmed it again; once the member has left the group, since it may return with other keys and
 * the same id; and once a snapshot has replaced this member's keys.
 */
final class MemberFindings {
    /** @param events number of events that had outdated earlier findings about the member */
    record Finding(long member, long events, long replacements) {}

    private final Keyspace keyspace;
    private final Map<Long, Long> events = new ConcurrentHashMap<>();
    private final AtomicLong replacements = new AtomicLong();

    MemberFindings(Keyspace keyspace) {
        this.keyspace = keyspace;
    }

    /** Returns a finding about the keys that a member has now. */
    Finding about(long member) {
        long replaced = replacements.get();
        return new Finding(member, events.computeIfAbsent(member, unseen -> 0L), replaced);
    }

    /** Returns whether a snapshot has replaced this member's keys since a finding. */
    boolean isReplaced(Finding finding) {
        return finding.replacements() != replacements.get();
    }

    /** Returns whether the alarm CORRUPT is to be raised: the finding is not outdated, and the alarm is not raised already. */
    boolean warrantsAlarm(Finding finding) throws IOException {
        long member = finding.member();
        return !isReplaced(finding)
                && finding.events() == events.getOrDefault(member, 0L)
                && members().contains(member)
                && !keyspace.alarms().contains(corrupt(member));
    }

    private static AlarmMember corrupt(long member) {
        return AlarmMember.newBuilder()
                .setMemberID(member)
                .setAlarm(AlarmType.CORRUPT)
                .build();
    }

    void alarmRaised(AlarmMember alarm) {
        if (alarm.getAlarm() == AlarmType.CORRUPT) {
            outdate(alarm.getMemberID());
        }
    }

    void membersChanged() {
        Set<Long> members;
        try {
            members = members();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        events.keySet().stream().filter(seen -> !members.contains(seen)).forEach(this::outdate);
    }

    private Set<Long> members() throws IOException {
        return keyspace.members().stream().map(MemberRecord::getId).collect(Collectors.toSet());
    }

    private void outdate(long member) {
        events.merge(member, 1L, Long::sum);
    }

    void replaced() {
        replacements.incrementAndGet();
    }
}
