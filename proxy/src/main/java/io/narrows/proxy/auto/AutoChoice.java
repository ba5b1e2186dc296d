package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The candidate that a link uses, and what it was compared with.
 *
 * @param since when the link began to use it
 * @param reason why it changed to it; empty for its first one
 * @param bytesPerSecond app bytes that it sends, about the average of ten seconds
 * @param costs of the candidates, from samples of the link or else of its peer and class; empty while there are none
 */
public record AutoChoice(
        PeerId peer,
        TrafficClass trafficClass,
        CodecSpec candidate,
        Instant since,
        Optional<SwitchReason> reason,
        double bytesPerSecond,
        List<CandidateCost> costs) {}
