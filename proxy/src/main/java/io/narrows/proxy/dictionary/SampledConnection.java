package io.narrows.proxy.dictionary;

import io.narrows.config.Announcement;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.ConnectionSample;
import io.narrows.proxy.link.dictionary.DictionaryTraffic;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies the beginning of what a connection sends, which can be removed until the connection ends or training takes it. Used on its event
 * loop.
 */
final class SampledConnection implements ConnectionSample {
    private final TrainingTurns turns;
    private final DictionaryKey key;
    private final boolean tls;
    private final Announcement announced;
    private boolean done;
    private @Nullable KeySamples samples;
    private @Nullable SampledStream stream;
    private @Nullable TrafficClass allowedClass;
    private boolean full;

    /**
     * @param tls whether the sidecars end the connection's TLS
     * @param announced by the peer in the link's hello
     */
    SampledConnection(TrainingTurns turns, DictionaryKey key, boolean tls, Announcement announced) {
        this.turns = turns;
        this.key = key;
        this.tls = tls;
        this.announced = announced;
    }

    @Override
    public void sent(TrafficClass trafficClass, ByteBuffer content) {
        if (done) {
            return;
        }
        if (stream == null) {
            samples = turns.beginOrJoin(key); // not before content is allowed: a turn takes memory, and that of others
            stream = samples == null ? null : samples.begin(turns.now());
        }
        if (samples == null || stream == null) {
            done = true;
            return;
        }
        if (full || !content.hasRemaining()) {
            return;
        }
        if (!trafficClass.equals(allowedClass)) {
            allowedClass = trafficClass;
            samples.recordTraffic(new SampledTraffic(new DictionaryTraffic(key.peer(), announced, trafficClass), tls));
        }
        byte[] read = new byte[content.remaining()];
        content.get(content.position(), read);
        full = !samples.add(stream, read);
        turns.added(samples);
    }

    @Override
    public void discard() {
        if (!done && samples != null && stream != null) {
            samples.remove(stream);
        }
        done = true;
    }

    @Override
    public void ended() {
        done = true;
    }
}
