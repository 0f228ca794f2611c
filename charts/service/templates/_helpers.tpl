{{- define "service.name" -}}
{{ .Values.name | default .Chart.Name }}
{{- end }}

{{- define "service.fullname" -}}
{{ include "service.fullnameOf" (dict "root" . "name" (include "service.name" .)) }}
{{- end }}

{{/* The resource name of a service of this release. Takes a dict of root and name. */}}
{{- define "service.fullnameOf" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* A Service's name has at most 63 characters; the suffix distinguishes this Service from that for requests. */}}
{{- define "service.metricsName" -}}
{{ include "service.fullname" . | trunc 55 | trimSuffix "-" }}-metrics
{{- end }}

{{/* Constant labels, because the selector of a Deployment is immutable. Takes a dict of root and name. */}}
{{- define "service.selectorOf" -}}
app.kubernetes.io/name: {{ .name | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
{{- end }}

{{- define "service.selector" -}}
{{ include "service.selectorOf" (dict "root" . "name" (include "service.name" .)) }}
{{- end }}

{{/* The labels of pods, without the chart's version, so that a new chart version alone restarts no pod. */}}
{{- define "service.podLabels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/version: {{ include "service.labelValue" (include "service.tag" .) | quote }}
app.kubernetes.io/part-of: haru
{{- end }}

{{- define "service.labels" -}}
{{ include "service.podLabels" . }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ include "service.labelValue" (printf "%s-%s" .Chart.Name .Chart.Version) | quote }}
{{- end }}

{{/* A text as a label: at most 63 characters, of which the first and the last are letters or digits. */}}
{{- define "service.labelValue" -}}
{{ regexReplaceAll "[^A-Za-z0-9]+$" (regexReplaceAll "^[^A-Za-z0-9]+" (replace "+" "_" .) "" | trunc 63) "" }}
{{- end }}

{{- define "service.tag" -}}
{{ include "service.tagOf" (dict "root" . "image" .Values.image) }}
{{- end }}

{{- define "service.tagOf" -}}
{{ .image.tag | default .root.Values.global.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "service.image" -}}
{{ include "service.imageOf" (dict "root" . "image" .Values.image "name" (include "service.name" .)) }}
{{- end }}

{{/* The image of a service; a digest overrides the tag. Takes a dict of root, the service's own image, and name. */}}
{{- define "service.imageOf" -}}
{{ with .root.Values.global.image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ .image.repository | default (printf "haru/%s" .name) }}
{{- with .image.digest }}@{{ . }}{{ else }}:{{ include "service.tagOf" . }}{{ end }}
{{- end }}

{{/* The JDBC URL of a PostgreSQL host. Takes a dict of root and host. */}}
{{- define "service.jdbcUrl" -}}
{{- $database := .root.Values.global.database -}}
jdbc:postgresql://{{ .host }}:{{ int $database.port }}/{{ $database.name }}?sslmode={{ $database.tls.mode }}
{{- if $database.tls.caSecret }}&sslrootcert=/etc/haru/database-ca/ca.crt
{{- else if hasPrefix "verify-" $database.tls.mode }}&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory
{{- end }}
{{- end }}

{{/* "true" if a certificate authority is mounted. */}}
{{- define "service.databaseCa" -}}
{{- $tls := .Values.global.database.tls -}}
{{- if and .Values.schema $tls.caSecret (ne $tls.mode "disable") }}true{{ end }}
{{- end }}

{{- define "service.redisCa" -}}
{{- $tls := .Values.global.redis.tls -}}
{{- if and $tls.caSecret $tls.enabled }}true{{ end }}
{{- end }}

{{/* Kubernetes inserts the password from a variable that is defined earlier. */}}
{{- define "service.redisUrl" -}}
{{- $redis := .Values.global.redis -}}
{{ ternary "rediss" "redis" $redis.tls.enabled }}://{{ if $redis.secret }}:$(REDIS_PASSWORD)@{{ end }}{{ $redis.host }}:{{ int $redis.port }}
{{- end }}

{{- define "service.javaOptions" -}}
{{- $tracing := ternary "@/app/tracing.options" "" .Values.global.tracing.enabled -}}
{{ trim (printf "%s %s" $tracing .Values.javaOptions) }}
{{- end }}

{{/* The environment that the chart derives from other values, a map from name to text. */}}
{{- define "service.chartEnvironment" -}}
{{- $root := . -}}
{{- $database := .Values.global.database -}}
{{- $redis := .Values.global.redis -}}
SERVER_PORT: {{ .Values.global.ports.http | int | quote }}
MANAGEMENT_PORT: {{ .Values.global.ports.management | int | quote }}
TERMINATION_LOG: "/dev/termination-log"
DRAIN_PERIOD: {{ printf "%ds" (int .Values.shutdown.drain) | quote }}
SPRING_LIFECYCLE_TIMEOUTPERSHUTDOWNPHASE: {{ printf "%ds" (int .Values.shutdown.timeout) | quote }}
{{- if .Values.global.jsonLogs }}
SPRING_PROFILES_ACTIVE: "json-logs"
{{- end }}
{{- with .Values.schema }}
DB_URL: {{ include "service.jdbcUrl" (dict "root" $root "host" (required "global.database.host is empty: set the host of PostgreSQL." $database.host)) | quote }}
{{- with $database.readHost }}
DB_READ_URL: {{ include "service.jdbcUrl" (dict "root" $root "host" .) | quote }}
{{- end }}
{{- /* Without the time-outs that a role has behind a pooler: a migration may take longer, and its lock waits in a transaction. */}}
DB_MIGRATION_URL: {{ printf "%s&options=-c%%20statement_timeout=0%%20-c%%20idle_in_transaction_session_timeout=0" (include "service.jdbcUrl" (dict "root" $root "host" ($database.migrationHost | default $database.host))) | quote }}
DB_USERNAME: {{ printf "%s_service" . | quote }}
SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE: {{ $root.Values.pool | int | quote }}
{{- end }}
{{- $_ := required "global.redis.host is empty: set the host of Redis." $redis.host }}
{{- if not $redis.secret }}
REDIS_URL: {{ include "service.redisUrl" . | quote }}
{{- end }}
{{- if include "service.redisCa" . }}
SPRING_DATA_REDIS_SSL_BUNDLE: "redis"
SPRING_SSL_BUNDLE_PEM_REDIS_TRUSTSTORE_CERTIFICATE: "file:/etc/haru/redis-ca/ca.crt"
{{- end }}
{{- with .Values.global.mail }}
{{- if and $root.Values.mail .host }}
SMTP_HOST: {{ .host | quote }}
SMTP_PORT: {{ int .port | quote }}
SMTP_SECURITY: {{ .security | quote }}
SMTP_USERNAME: {{ .username | quote }}
PUBLIC_URL: {{ required "global.mail.publicUrl is empty: set the URL of the gateway." .publicUrl | quote }}
MAIL_FROM: {{ required "global.mail.from is empty: set the address of the sender." .from | quote }}
{{- end }}
{{- end }}
{{- if .Values.global.tracing.enabled }}
{{- /* The agent appends /v1/traces itself. */}}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ .Values.global.tracing.endpoint | trimSuffix "/" | trimSuffix "/v1/traces" | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ .Values.global.tracing.sampling | quote }}
{{- end }}
{{- with include "service.javaOptions" . }}
JDK_JAVA_OPTIONS: {{ . | quote }}
{{- end }}
{{- end }}

{{/* A map without the entries that are null, with which a values file removes entries of the chart. */}}
{{- define "service.given" -}}
{{- $given := dict }}
{{- range $key, $value := . }}
{{- if not (kindIs "invalid" $value) }}
{{- $_ := set $given $key $value }}
{{- end }}
{{- end }}
{{- toYaml $given }}
{{- end }}

{{/* The environment without secrets, a map from name to text. Each variable is there once: env and secretEnv replace the chart's. */}}
{{- define "service.environment" -}}
{{- $root := . -}}
{{- $environment := include "service.chartEnvironment" . | fromYaml -}}
{{- range $service, $variable := include "service.given" .Values.calls | fromYaml }}
{{- $_ := set $environment $variable (printf "http://%s" (include "service.fullnameOf" (dict "root" $root "name" $service))) }}
{{- end }}
{{- range $name, $_ := include "service.given" .Values.secretEnv | fromYaml }}
{{- $_ := unset $environment $name }}
{{- end }}
{{- range $name, $value := include "service.given" .Values.env | fromYaml }}
{{- $_ := set $environment $name (tpl (include "service.text" $value) $root) }}
{{- end }}
{{- toYaml $environment }}
{{- end }}

{{/* "true" if env or secretEnv has a variable. Takes a dict of root and name. */}}
{{- define "service.replaces" -}}
{{- if or (hasKey (include "service.given" .root.Values.env | fromYaml) .name) (hasKey (include "service.given" .root.Values.secretEnv | fromYaml) .name) }}true{{ end }}
{{- end }}

{{/* The environment from Secrets that the chart derives from other values, a list of name, secret and key. */}}
{{- define "service.chartSecretEnvironment" -}}
{{- $global := .Values.global -}}
{{- with .Values.schema }}
- {name: "DB_PASSWORD", secret: {{ $global.database.secret | quote }}, key: {{ . | quote }}}
{{- end }}
{{- range .Values.credentials | default list | uniq }}
- {name: {{ printf "%s_SECRET" (. | upper | replace "-" "_") | quote }}, secret: {{ $global.credentials.secret | quote }}, key: {{ . | quote }}}
{{- end }}
{{- with $global.redis.secret }}
- {name: "REDIS_PASSWORD", secret: {{ . | quote }}, key: "password"}
{{- end }}
{{- if and .Values.mail $global.mail.host $global.mail.username }}
- {name: "SMTP_PASSWORD", secret: {{ $global.mail.secret | quote }}, key: "password"}
{{- end }}
{{- end }}

{{/* The environment from Secrets. Each variable is there once: secretEnv replaces the chart's. */}}
{{- define "service.secretEnvironment" -}}
{{- range include "service.chartSecretEnvironment" . | fromYamlArray }}
{{- if not (include "service.replaces" (dict "root" $ "name" .name)) }}
- {{ toJson . }}
{{- end }}
{{- end }}
{{- range $name, $from := include "service.given" .Values.secretEnv | fromYaml }}
- {name: {{ $name | quote }}, secret: {{ tpl $from.secret $ | quote }}, key: {{ $from.key | quote }}}
{{- end }}
{{- end }}

{{- define "service.mountedSecrets" -}}
{{- if include "service.databaseCa" . }}
- {name: "database-ca", secret: {{ .Values.global.database.tls.caSecret | quote }}, key: "ca.crt"}
{{- end }}
{{- if include "service.redisCa" . }}
- {name: "redis-ca", secret: {{ .Values.global.redis.tls.caSecret | quote }}, key: "ca.crt"}
{{- end }}
{{- end }}

{{/* A number or a text as text. Numbers of a values file are float64, and toString formats them as 1e+06 from a million on. */}}
{{- define "service.text" -}}
{{ kindIs "float64" . | ternary (toJson .) (toString .) }}
{{- end }}

{{/* A map whose entries replace those of another map; null is no entry. Takes a dict of base and own. Returns JSON. */}}
{{- define "service.over" -}}
{{- $result := deepCopy (.base | default dict) }}
{{- range $key, $value := .own }}
{{- if kindIs "map" $value }}
{{- $_ := set $result $key (include "service.over" (dict "base" (get $result $key) "own" $value) | fromJson) }}
{{- else if not (kindIs "invalid" $value) }}
{{- $_ := set $result $key $value }}
{{- end }}
{{- end }}
{{- toJson $result }}
{{- end }}

{{/* The revision of the Secrets, of all services and of this one; empty if none is set. */}}
{{- define "service.secretRevision" -}}
{{- range list .Values.global.secretRevision .Values.secretRevision }}{{ with . }}{{ include "service.text" . }} {{ end }}{{ end }}
{{- end }}

{{/* Each value may be null, because many operators set no CPU limit. */}}
{{- define "service.resources" -}}
requests:
  {{- range $resource, $amount := .Values.resources.requests }}
  {{ $resource }}: {{ include "service.text" $amount | quote }}
  {{- end }}
  ephemeral-storage: 64Mi
limits:
  {{- range $resource, $amount := .Values.resources.limits }}
  {{ $resource }}: {{ include "service.text" $amount | quote }}
  {{- end }}
  ephemeral-storage: 512Mi # /tmp, and the log that the node keeps
{{- end }}

{{/* The port of a URL. Digits at the end of a host name are no port. */}}
{{- define "service.portOf" -}}
{{- $url := urlParse . -}}
{{ regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) }}
{{- end }}

{{/* An egress rule to the peers and port of a store; without peers, to any address at that port. */}}
{{- define "service.egress" -}}
- ports:
    - port: {{ int .port }}
  {{- with .peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "service.env" -}}
{{- range include "service.secretEnvironment" . | fromYamlArray }}
- name: {{ .name | quote }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret | quote }}
      key: {{ .key | quote }}
{{- end }}
{{- if and .Values.global.redis.secret (not (include "service.replaces" (dict "root" . "name" "REDIS_URL"))) }}
- name: REDIS_URL
  value: {{ include "service.redisUrl" . | quote }}
{{- end }}
{{- if .Values.global.tracing.enabled }}
{{- if not (include "service.replaces" (dict "root" . "name" "POD_NAME")) }}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- end }}
{{- if not (include "service.replaces" (dict "root" . "name" "OTEL_RESOURCE_ATTRIBUTES")) }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ printf "k8s.pod.name=$(POD_NAME),k8s.namespace.name=%s" .Release.Namespace | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "service.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- range include "service.mountedSecrets" . | fromYamlArray }}
- name: {{ .name }}
  mountPath: /etc/haru/{{ .name }}
  readOnly: true
{{- end }}
{{- end }}

{{- define "service.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 128Mi
{{- range include "service.mountedSecrets" . | fromYamlArray }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret | quote }}
    items:
      - key: {{ .key | quote }}
        path: {{ .key | quote }}
{{- end }}
{{- end }}
