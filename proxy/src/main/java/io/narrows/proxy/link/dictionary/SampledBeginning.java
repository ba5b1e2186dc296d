package io.narrows.proxy.link.dictionary;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes that a connection sends, of which dictionaries are made. They are judged by the class that the connection has when they are
 * read, and the rule in force for it: the frames may still be encoded by an earlier one. Content that the rule does not allow discards them,
 * also after the first {@value #MAX_BYTES}. Used on the connection's event loop only.
 */
public final class SampledBeginning {
    /** Maximum number of bytes of a connection. */
    static final int MAX_BYTES = 64 << 10;

    private final DictionaryRule rule;
    private final boolean tls;
    private final Supplier<@Nullable ConnectionSample> samples;
    private @Nullable ConnectionSample sample;
    private boolean isForbidden;
    private boolean asked;
    private int left = MAX_BYTES;

    /**
     * @param tls whether the sidecars end the connection's TLS
     * @param samples begins a sample, once, with the first content that the rule allows; returns null if the connection is not sampled
     */
    SampledBeginning(DictionaryRule rule, boolean tls, Supplier<@Nullable ConnectionSample> samples) {
        this.rule = rule;
        this.tls = tls;
        this.samples = samples;
    }

    /**
     * Passes on content that is about to be compressed, and stays readable; only judges it after the first {@value #MAX_BYTES} bytes.
     *
     * @param trafficClass of the connection, which this content may have changed
     */
    public void sent(TrafficClass trafficClass, ByteBuf content) {
        judge(trafficClass);
        if (isForbidden || left == 0 || !content.isReadable()) {
            return;
        }
        if (!asked) {
            asked = true;
            sample = samples.get();
        }
        ConnectionSample current = sample;
        if (current == null) {
            return;
        }
        int length = Math.min(left, content.readableBytes());
        current.sent(trafficClass, content.nioBuffer(content.readerIndex(), length));
        left -= length;
    }

    /** Discards the sample if the rule for the class that the connection has from now on does not allow it. */
    public void classified(TrafficClass trafficClass) {
        judge(trafficClass);
    }

    private void judge(TrafficClass trafficClass) {
        if (isForbidden || asked && sample == null) {
            return;
        }
        if (rule.scope(trafficClass).includes(trafficClass, tls)) {
            return;
        }
        isForbidden = true;
        if (sample != null) {
            sample.discard();
            ended();
        }
    }

    /** Ends the sample; may be called twice. */
    public void ended() {
        asked = true;
        if (sample != null) {
            sample.ended();
            sample = null;
        }
    }
}
