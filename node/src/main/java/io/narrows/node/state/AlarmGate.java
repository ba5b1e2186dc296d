package io.narrows.node.state;

import io.narrows.node.command.Command;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses commands while alarms are raised, like etcd: with NOSPACE those that grow the database, with CORRUPT all that
 * touch keys and leases. Alarms are part of the replicated state, so all members refuse the same commands. Used only by the
 * applying thread.
 */
final class AlarmGate {
    private final Keyspace keyspace;
    private @Nullable Set<AlarmType> raised;

    AlarmGate(Keyspace keyspace) {
        this.keyspace = keyspace;
    }

    /** Rereads the alarms on the next check. */
    void reset() {
        raised = null;
    }

    /** @throws EtcdException NO_SPACE, CORRUPT */
    void check(Command command) throws IOException, EtcdException {
        if (raised == null) {
            raised = types(keyspace.alarms());
        }
        if (raised.isEmpty()) {
            return;
        }
        if (raised.contains(AlarmType.CORRUPT) && touchesKeys(command)) {
            throw new EtcdException(EtcdError.CORRUPT);
        }
        if (raised.contains(AlarmType.NOSPACE) && Growth.of(command) > 0) {
            throw new EtcdException(EtcdError.NO_SPACE);
        }
    }

    private static boolean touchesKeys(Command command) {
        return switch (command.getKindCase()) {
            case PUT, DELETE_RANGE, TXN, COMPACT, GRANT, REVOKE -> true;
            default -> false;
        };
    }

    private static Set<AlarmType> types(List<AlarmMember> alarms) {
        Set<AlarmType> types = EnumSet.noneOf(AlarmType.class);
        alarms.forEach(alarm -> types.add(alarm.getAlarm()));
        return types;
    }
}
