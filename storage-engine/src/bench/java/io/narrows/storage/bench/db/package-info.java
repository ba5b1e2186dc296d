/**
 * What codecs of levels cost and save in a whole database, and what it takes to change them: {@code bin/bench db-policies} and
 * {@code bin/bench db-migration}.
 */
package io.narrows.storage.bench.db;
