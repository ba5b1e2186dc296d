/**
 * Costs and savings of the codecs of levels in a whole database, and the cost of changing them:
 * {@code bin/bench db-policies} and {@code bin/bench db-migration}.
 */
package io.narrows.bench.db;
