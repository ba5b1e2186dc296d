package io.narrows.cli.analyze;

import io.narrows.codec.CodecSpec;
import java.util.Optional;

/**
 * A line of the result.
 *
 * @param perRead each read alone; empty for a codec of streams only
 * @param stream with one context per connection and direction; empty for a codec without history
 */
record CodecFigures(CodecSpec spec, Optional<Figures> perRead, Optional<Figures> stream) {}
