package io.narrows.proxy.tls;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contexts with minted certificates of one capture, one for each set of names, so that sessions can be resumed. Holds those
 * used last, and replaces a certificate before it ends. Thread-safe.
 */
final class MintedContexts {
    private static final Logger LOG = LoggerFactory.getLogger(MintedContexts.class);

    /** More than the names of a large cluster; each takes about 20 kB. */
    private static final int MAX = 512;

    /** Makes the context that shows a certificate. */
    @FunctionalInterface
    interface Contexts {
        SslContext of(MintedLeaf leaf) throws IOException;
    }

    private record Minted(MintedLeaf leaf, SslContext context) {}

    private final MintingAuthority authority;
    private final Contexts contexts;
    private final Map<List<String>, CompletableFuture<Minted>> lastUsed;

    MintedContexts(MintingAuthority authority, Contexts contexts) {
        this(authority, contexts, MAX);
    }

    /** @param max the number of contexts that are kept */
    MintedContexts(MintingAuthority authority, Contexts contexts, int max) {
        this.authority = authority;
        this.contexts = contexts;
        this.lastUsed = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<List<String>, CompletableFuture<Minted>> eldest) {
                return size() > max;
            }
        };
    }

    MintingAuthority authority() {
        return authority;
    }

    /**
     * Returns the context for DNS names and addresses that the authority permits.
     *
     * @param workers make the certificate if there is none, off the event loop
     */
    CompletableFuture<SslContext> get(List<String> names, Instant now, Executor workers) {
        return minted(names, now, workers).thenApply(Minted::context);
    }

    private synchronized CompletableFuture<Minted> minted(List<String> names, Instant now, Executor workers) {
        CompletableFuture<Minted> known = lastUsed.get(names);
        if (known != null && isUsable(known, now)) {
            return known;
        }
        CompletableFuture<Minted> next;
        try {
            next = CompletableFuture.supplyAsync(() -> make(names, now), workers);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new IOException("the sidecar is stopping", e));
        }
        lastUsed.put(names, next);
        return next;
    }

    private static boolean isUsable(CompletableFuture<Minted> known, Instant now) {
        return !known.isDone()
                || !known.isCompletedExceptionally() && known.join().leaf().isFresh(now);
    }

    private Minted make(List<String> names, Instant now) {
        try {
            MintedLeaf leaf = authority.mint(names, now);
            LOG.atInfo()
                    .addKeyValue("names", names)
                    .addKeyValue("serial", leaf.chain().get(0).getSerialNumber().toString(16))
                    .addKeyValue("until", leaf.chain().get(0).getNotAfter().toInstant())
                    .addKeyValue("authority", authority.file())
                    .log("certificate minted");
            return new Minted(leaf, contexts.of(leaf));
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    synchronized int size() {
        return lastUsed.size();
    }
}
