/**
 * The demo: two sidecars as two processes carry recorded traffic between two regions, and their own metrics tell what
 * that saves.
 */
package io.narrows.cli.demo;
