{{- define "midpath.name" -}}
{{- if contains "midpath" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-midpath{{ end }}
{{- end }}

{{- define "midpath.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "midpath.labels" -}}
{{ include "midpath.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "midpath.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Lines of a ConfigMap. Settings without a value keep their defaults. */}}
{{- define "midpath.settings" -}}
{{- range $name, $value := . }}
{{- if ne (toString $value) "" }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* What all pods share: dict "top" $ "part" "web" "settings" "name of a ConfigMap". */}}
{{- define "midpath.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- toYaml .top.Values.podSecurityContext | nindent 2 }}
{{- with .top.Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .top.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .top.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {sizeLimit: {{ .top.Values.temporarySpace }}}
  - name: secrets
    secret:
      secretName: {{ .top.Values.secret.name }}
      defaultMode: 0440
{{- end }}

{{- define "midpath.container" -}}
name: {{ .part }}
image: {{ include "midpath.image" .top }}
imagePullPolicy: {{ .top.Values.image.pullPolicy }}
securityContext: {{- toYaml .top.Values.securityContext | nindent 2 }}
resources: {{- toYaml (index .top.Values .part).resources | nindent 2 }}
envFrom:
  - configMapRef: {name: {{ .settings }}}
env:
{{- range $name, $key := .top.Values.secret.files }}
  - {name: {{ $name }}_FILE, value: /run/secrets/midpath/{{ $key }}}
{{- end }}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
  - {name: secrets, mountPath: /run/secrets/midpath, readOnly: true}
{{- end }}

{{/* Spreads the pods of a part over machines, as far as there are any. */}}
{{- define "midpath.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "midpath.selector" .top | nindent 8 }}
        app.kubernetes.io/component: {{ .part }}
{{- end }}

{{/* A new value of a setting starts new pods. */}}
{{- define "midpath.podMetadata" -}}
labels:
  {{- include "midpath.labels" .top | nindent 2 }}
  app.kubernetes.io/component: {{ .part }}
annotations:
  checksum/settings: {{ include "midpath.settings" .top.Values.settings | sha256sum }}
  {{- with .top.Values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
