package dev.haru.systemtests.chart;

/** A permitted call from one part to another. The app.kubernetes.io/name labels of the pods identify the parts. */
record Arrow(String from, String to) {}
