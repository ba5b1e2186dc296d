package io.narrows.node.metrics;

import io.micrometer.core.instrument.Tags;
import io.narrows.storage.db.DbStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Parts of the statistics of the same kind, distinguished by their labels.
 *
 * @param <T> type of a part
 * @param measures the measures of each part
 * @param parts extracts the parts by labels
 */
record Group<T>(List<Measure<T>> measures, Function<DbStatistics, Map<Tags, T>> parts) {}
