/** The store's own replica on Apache Ratis, over its gRPC and over a transport of our own. */
package io.narrows.bench.raft.ratis;
