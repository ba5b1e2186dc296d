/**
 * Converts the data directory of a member that ran on Apache Ratis, without using Ratis. The new directory is built
 * next to the old one and renamed into place atomically.
 */
@NullMarked
package io.narrows.node.ratis;

import org.jspecify.annotations.NullMarked;
