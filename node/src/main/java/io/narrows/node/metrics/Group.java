package io.narrows.node.metrics;

import io.micrometer.core.instrument.Tags;
import io.narrows.storage.db.DbStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Parts of the statistics that are of one kind, told apart by their labels.
 *
 * @param <T> such a part
 * @param measures what is shown of each
 * @param parts finds them
 */
record Group<T>(List<Measure<T>> measures, Function<DbStatistics, Map<Tags, T>> parts) {}
