/** Bytes saved and time waited by two followers in one region if the leader's frames to one could refer to frames to the other. */
package io.narrows.bench.region;
