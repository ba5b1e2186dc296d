/** {@code narrows db}: looks into databases, and does to them what an operator needs. */
package io.narrows.cli.db;
