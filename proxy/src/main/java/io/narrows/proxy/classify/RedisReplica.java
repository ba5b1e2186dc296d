package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.util.CharsetUtil;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes replicas of Redis and Valkey by commands that only they send: {@code REPLCONF}, {@code PSYNC},
 * {@code SYNC}. Only {@code PING} and {@code AUTH} may precede them. Commands are arrays of RESP; {@code SYNC} may
 * also be a plain line.
 */
final class RedisReplica implements Recogniser {
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);
    private static final Pattern COMMANDS = Pattern.compile(
            "(?i)(?:\\*1\r\n\\$4\r\nPING\r\n|\\*[23]\r\n\\$4\r\nAUTH\r\n(?:\\$\\d{1,4}\r\n[^\r\n]*+\r\n){1,2}+)*+"
                    + "(?:\\*\\d{1,2}\r\n\\$(?:8\r\nREPLCONF|5\r\nPSYNC|4\r\nSYNC)\r\n|SYNC\r\n)");

    @Override
    @SuppressWarnings("JdkObsolete") // the start of a stream is what hitEnd is for
    public Finding look(ByteBuf start) {
        Matcher matcher = COMMANDS.matcher(start.toString(CharsetUtil.ISO_8859_1));
        if (matcher.lookingAt()) {
            return REPLICATION;
        }
        return matcher.hitEnd() ? Finding.UNDECIDED : Finding.NOTHING;
    }
}
