package io.narrows.proxy.discovery.dns;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks DNS servers for all records of a name and type. Futures complete on the resolver's event loop. */
final class Questions {
    private static final int SRV_HEADER = 4; // priority and weight

    private interface Reader<T> {
        /** Returns the data of a record; null if it is of another size than its type demands. */
        @Nullable
        T read(ByteBuf content) throws UnknownHostException;
    }

    private final DnsNameResolver resolver;

    Questions(DnsNameResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Asks for addresses.
     *
     * @param name absolute, ending in a dot
     * @param type A or AAAA
     * @return a future that fails with a {@link LookUpFailure} if there is none
     */
    CompletableFuture<Answer<InetAddress>> addresses(String name, DnsRecordType type) {
        int size = type.equals(DnsRecordType.A) ? 4 : 16;
        return ask(name, type, content -> {
            if (content.readableBytes() != size) {
                return null;
            }
            byte[] bytes = new byte[size];
            content.getBytes(content.readerIndex(), bytes);
            return InetAddress.getByAddress(bytes);
        });
    }

    /** Asks for services. The root as host means that there is none. */
    CompletableFuture<Answer<Service>> services(String name) {
        return ask(name, DnsRecordType.SRV, content -> {
            if (content.readableBytes() <= SRV_HEADER + 2) {
                return null;
            }
            int port = content.getUnsignedShort(content.readerIndex() + SRV_HEADER);
            ByteBuf rest = content.duplicate().skipBytes(SRV_HEADER + 2);
            String host = DefaultDnsRecordDecoder.decodeName(rest);
            return host.equals(".") || port == 0 ? null : new Service(host, port);
        });
    }

    private <T> CompletableFuture<Answer<T>> ask(String name, DnsRecordType type, Reader<T> reader) {
        CompletableFuture<Answer<T>> answer = new CompletableFuture<>();
        Future<List<DnsRecord>> records;
        try {
            records = resolver.resolveAll(new DefaultDnsQuestion(name, type));
        } catch (RuntimeException e) { // of a name that cannot be one, say in an SRV record
            answer.completeExceptionally(LookUpFailure.of(e));
            return answer;
        }
        records.addListener(done -> {
            if (records.isSuccess()) {
                read(type, records.getNow(), reader, answer);
            } else {
                answer.completeExceptionally(LookUpFailure.of(records.cause()));
            }
        });
        return answer;
    }

    private static <T> void read(
            DnsRecordType type, List<DnsRecord> records, Reader<T> reader, CompletableFuture<Answer<T>> answer) {
        List<T> read = new ArrayList<>();
        long seconds = Long.MAX_VALUE;
        try {
            for (DnsRecord record : records) {
                T value = record instanceof DnsRawRecord raw && record.type().equals(type)
                        ? reader.read(raw.content())
                        : null;
                if (value != null) {
                    read.add(value);
                    seconds = Math.min(seconds, record.timeToLive());
                }
            }
        } catch (UnknownHostException | RuntimeException e) {
            answer.completeExceptionally(LookUpFailure.of(e));
            return;
        } finally {
            records.forEach(ReferenceCountUtil::safeRelease);
        }
        if (read.isEmpty()) {
            answer.completeExceptionally(LookUpFailure.of(new UnknownHostException("no record")));
        } else {
            answer.complete(new Answer<>(read, seconds));
        }
    }
}
