{{/* The enabled checks of latency, as "diff budget". Takes the name of a way to run them: job, cronJob or analysisTemplate. */}}
{{- define "haru.latencyChecks" -}}
{{- range list "diff" "budget" }}
{{- if (index $.root.Values.latency . $.way).enabled }}{{ . }} {{ end }}
{{- end }}
{{- end }}

{{/* "true" if any check of latency is enabled. */}}
{{- define "haru.latencyEnabled" -}}
{{- range list "job" "cronJob" "analysisTemplate" }}
{{- if include "haru.latencyChecks" (dict "root" $ "way" .) }}true{{ end }}
{{- end }}
{{- end }}

{{/* The name of a check's resources. That of a CronJob has at most 52 characters. Takes a dict of root and check. */}}
{{- define "haru.latencyName" -}}
{{ .root.Release.Name | trunc 37 | trimSuffix "-" }}-latency-{{ .check }}
{{- end }}

{{- define "haru.latencyPodLabels" -}}
{{- $labels := printf "%s\napp.kubernetes.io/part-of: haru" (include "service.selectorOf" (dict "root" . "name" "latency")) }}
{{- include "service.withLabels" (dict "labels" $labels "own" .Values.latency.podLabels) }}
{{- end }}

{{/* The spec of a Job. Takes a dict of root, check ("diff" or "budget"), args, and the seconds to wait before the check. */}}
{{- define "haru.latencyJob" -}}
{{- $latency := .root.Values.latency }}
{{- $image := include "service.imageOf" (dict "root" .root "image" $latency.image "name" "latency") }}
{{- /* A second attempt would compare other windows. */ -}}
backoffLimit: 0
activeDeadlineSeconds: {{ add .wait $latency.deadline }}
ttlSecondsAfterFinished: 86400
template:
  metadata:
    labels:
      {{- include "haru.latencyPodLabels" .root | nindent 6 }}
    {{- with $latency.podAnnotations }}
    annotations:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  spec:
    restartPolicy: Never
    serviceAccountName: "{{ .root.Release.Name }}-latency"
    automountServiceAccountToken: false
    enableServiceLinks: false
    {{- with .root.Values.global.image.pullSecrets }}
    imagePullSecrets:
      {{- range . }}
      - name: {{ . | quote }}
      {{- end }}
    {{- end }}
    {{- include "haru.placement" $latency | indent 4 }}
    securityContext:
      {{- include "service.podSecurityContext" (dict "root" .root) | nindent 6 }}
    {{- if .wait }}
    initContainers: # waits for the requests of the window
      - name: wait
        image: {{ $image | quote }}
        imagePullPolicy: {{ include "service.pullPolicy" (dict "root" .root "own" $latency.image.pullPolicy) | quote }}
        command: [sleep, {{ .wait | int | quote }}]
        {{- include "haru.latencyContainer" .root | nindent 8 }}
    {{- end }}
    containers:
      - name: latency
        image: {{ $image | quote }}
        imagePullPolicy: {{ include "service.pullPolicy" (dict "root" .root "own" $latency.image.pullPolicy) | quote }}
        args:
          - {{ .check }}
          {{- if eq .check "budget" }}
          - /etc/haru/latency/budgets.yaml
          {{- end }}
          - {{ printf "--tempo=%s" $latency.tempo.url | quote }}
          {{- range concat .args (index $latency .check).options }}
          - {{ . | quote }}
          {{- end }}
        {{- include "haru.latencyContainer" .root | nindent 8 }}
        volumeMounts:
          - name: tmp
            mountPath: /tmp
          {{- if eq .check "budget" }}
          - name: budgets
            mountPath: /etc/haru/latency
            readOnly: true
          {{- end }}
    volumes:
      - name: tmp
        emptyDir:
          sizeLimit: 1Gi
      {{- if eq .check "budget" }}
      - name: budgets
        configMap:
          name: "{{ .root.Release.Name }}-latency"
      {{- end }}
{{- end }}

{{- define "haru.latencyContainer" -}}
terminationMessagePolicy: FallbackToLogsOnError # kubectl describe shows the last lines of the table
resources:
  {{- with .Values.latency.resources }}
  requests:
    {{- range $resource, $amount := .requests }}
    {{ $resource }}: {{ include "service.text" $amount | quote }}
    {{- end }}
    ephemeral-storage: 64Mi
  limits:
    {{- range $resource, $amount := .limits }}
    {{ $resource }}: {{ include "service.text" $amount | quote }}
    {{- end }}
    ephemeral-storage: 1Gi
  {{- end }}
securityContext:
  {{- include "service.securityContext" dict | nindent 2 }}
{{- end }}

{{/* The windows of a check as options. Takes a dict of root and check. */}}
{{- define "haru.latencyWindows" -}}
{{- if eq .check "diff" }}
- {{ printf "--before=%s" .root.Values.latency.diff.before | quote }}
- {{ printf "--after=%s" .root.Values.latency.diff.after | quote }}
{{- end }}
{{- end }}
