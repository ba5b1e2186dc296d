/**
 * Converts the data directory of a member that ran on Apache Ratis, without Ratis. The new directory is built beside the old one
 * and takes its name in one step.
 */
package io.narrows.node.ratis;
