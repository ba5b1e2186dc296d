package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.config.TrafficClass;
import java.util.List;
import java.util.Map;

/** The samples that the choice of a link's codec needs, besides those of {@code what-if}. */
public interface SampleNeed {
    /** No samples. */
    SampleNeed NONE = new SampleNeed() {
        @Override
        public List<CodecSpec> candidates() {
            return List.of();
        }

        @Override
        public void sampled(TrafficClass trafficClass, Map<CodecSpec, SampleSums> figures) {}
    };

    /** Returns the codecs to compress samples with; empty while none are needed. Called on the link's event loop. */
    List<CodecSpec> candidates();

    /** Receives the figures of a sample of the link, all from the same bytes. Called on the sampler's thread. */
    void sampled(TrafficClass trafficClass, Map<CodecSpec, SampleSums> figures);
}
